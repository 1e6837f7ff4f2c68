// replay TARGET [FILE…]: runs the seeds of a target and these files through it, without libFuzzer.
#include <cstdio>
#include <fstream>
#include <iterator>

#include "fuzz/fuzz.hpp"

namespace {

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> arguments(words, words + count);
  if (arguments.size() < 2) return 2;
  int inputs = 0;
  for (const std::string& seed : walrelay::fuzz::seeds_of(arguments[1])) {
    run(seed);
    ++inputs;
  }
  for (std::size_t i = 2; i < arguments.size(); ++i) {
    std::ifstream file(arguments[i], std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "cannot read %s\n", arguments[i].c_str());
      return 1;
    }
    run({std::istreambuf_iterator<char>(file), {}});
    ++inputs;
  }
  run({});
  std::printf("%d inputs\n", inputs);
  return inputs == 0 ? 1 : 0;
}
