// write_seeds TARGET FOLDER: the seeds of a target as files, for libFuzzer.
#include <filesystem>
#include <fstream>

#include "fuzz/fuzz.hpp"

int main(int count, char** words) {
  if (count != 3) return 2;
  const std::filesystem::path folder = words[2];
  std::filesystem::create_directories(folder);
  int number = 0;
  for (const std::string& seed : walrelay::fuzz::seeds_of(words[1])) {
    std::ofstream file(folder / ("seed" + std::to_string(++number)), std::ios::binary);
    if (!(file << seed).flush()) return 1;
  }
  return 0;
}
