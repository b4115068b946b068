# A file of text as one C++ literal.
1s/^/R"cuda(/
$s/$/\n)cuda"/
