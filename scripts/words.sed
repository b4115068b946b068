# A file of words (assets/words) as rows of a C++ table: the texts of both are written alike.
s/^("[^"]+") = (".*")$/{\1, \2},/p
