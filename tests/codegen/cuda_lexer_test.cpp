// Pieces of a line: without a gap, whatever the text; comments over lines; numbers with their signs.
#include "codegen/cuda_lexer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cuda_lexer_test {

using codegen::Piece;
using codegen::Token;

/// "keyword:const plain: v3 = ..."
std::vector<std::pair<Token, std::string>> read(const std::string& line, bool& in_comment) {
  std::vector<std::pair<Token, std::string>> all;
  for (const Piece& piece : codegen::pieces_of(line, in_comment))
    all.emplace_back(piece.token, line.substr(piece.begin, piece.end - piece.begin));
  return all;
}
std::vector<std::pair<Token, std::string>> read(const std::string& line) {
  bool in_comment = false;
  return read(line, in_comment);
}
using Pieces = std::vector<std::pair<Token, std::string>>;

TEST(CudaLexer, ALineOfTheEmitter) {
  EXPECT_EQ(read("  const f32 v3 = v0 + 0.5f;  // half"), (Pieces{{Token::plain, "  "},
                                                                  {Token::keyword, "const"},
                                                                  {Token::plain, " "},
                                                                  {Token::type, "f32"},
                                                                  {Token::plain, " v3 = v0 + "},
                                                                  {Token::number, "0.5f"},
                                                                  {Token::plain, ";  "},
                                                                  {Token::comment, "// half"}}));
}

TEST(CudaLexer, Directives) {
  EXPECT_EQ(read("#pragma unroll"), (Pieces{{Token::directive, "#pragma unroll"}}));
  EXPECT_EQ(read("  #if x // why"),
            (Pieces{{Token::plain, "  "}, {Token::directive, "#if x "}, {Token::comment, "// why"}}));
  EXPECT_EQ(read("a # b"), (Pieces{{Token::plain, "a # b"}})) << "not at the beginning";
}

TEST(CudaLexer, Numbers) {
  for (const char* number : {"1", "0x7fu", "1.59576912f", "9.41452374e-3f", "1E+4", ".5f", "2'000"})
    EXPECT_EQ(read(number), (Pieces{{Token::number, number}})) << number;
  EXPECT_EQ(read("1-2"), (Pieces{{Token::number, "1"}, {Token::plain, "-"}, {Token::number, "2"}}));
  EXPECT_EQ(read("0xe-1"), (Pieces{{Token::number, "0xe"}, {Token::plain, "-"}, {Token::number, "1"}}));
  EXPECT_EQ(read("v3"), (Pieces{{Token::plain, "v3"}})) << "a digit in a name";
}

TEST(CudaLexer, TextsEndWithTheirLine) {
  EXPECT_EQ(read(R"(asm("a \" b");)"),
            (Pieces{{Token::keyword, "asm"}, {Token::plain, "("}, {Token::text, R"("a \" b")"}, {Token::plain, ");"}}));
  EXPECT_EQ(read("\"never"), (Pieces{{Token::text, "\"never"}}));
  EXPECT_EQ(read("\"\\"), (Pieces{{Token::text, "\"\\"}}));
}

TEST(CudaLexer, ACommentGoesOnOverLines) {
  bool in_comment = false;
  EXPECT_EQ(read("x /* begins", in_comment), (Pieces{{Token::plain, "x "}, {Token::comment, "/* begins"}}));
  EXPECT_TRUE(in_comment);
  EXPECT_EQ(read("const", in_comment), (Pieces{{Token::comment, "const"}}));
  EXPECT_EQ(read("ends */ int", in_comment),
            (Pieces{{Token::comment, "ends */"}, {Token::plain, " "}, {Token::type, "int"}}));
  EXPECT_FALSE(in_comment);
  EXPECT_EQ(read("/*/ still", in_comment), (Pieces{{Token::comment, "/*/ still"}}));
  EXPECT_TRUE(in_comment);
}

TEST(CudaLexer, AnyBytesAreTakenWithoutAGap) {
  unsigned state = 7;
  for (int round = 0; round < 3000; ++round) {
    std::string line;
    for (int i = 0; i < round % 40; ++i) {
      state = state * 1664525u + 1013904223u;
      constexpr char signs[] = "/*\"'\\#ae.1x +-\xc3\xa9";
      line += state % 3 == 0 ? static_cast<char>(state >> 24) : signs[(state >> 16) % (sizeof(signs) - 1)];
    }
    bool in_comment = round % 5 == 0;
    std::size_t at = 0;
    for (const Piece& piece : codegen::pieces_of(line, in_comment)) {
      EXPECT_EQ(piece.begin, at);
      EXPECT_GT(piece.end, piece.begin);
      at = piece.end;
    }
    EXPECT_EQ(at, line.size());
  }
}

}  // namespace cuda_lexer_test
