// onetrip: the program. Everything it does is in cli.
#include "cli/command.hpp"

int main(int argc, char** argv) {
  return cli::run(argc, argv);
}
