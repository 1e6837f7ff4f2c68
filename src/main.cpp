#include <walrelay/app/run.hpp>

int main(int argc, char** argv) {
  return walrelay::app::run(argc, argv);
}
