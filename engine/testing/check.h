// The check that C++ tests are made of: says what failed and where, goes on, and makes the program fail at the end.
//
//    int main() {
//      CHECK(1 + 1 == 2);
//      CHECK_EQUAL(name(), "expected");
//      return modelet::testing::result();
//    }
#pragma once

#include <cstdio>
#include <sstream>
#include <string>

namespace modelet::testing {

inline int failures = 0;

inline void fail(const char *file, int line, const std::string &what) {
  ++failures;
  std::fprintf(stderr, "%s:%d: %s\n", file, line, what.c_str());
}

template <typename Left, typename Right>
void check_equal(const Left &left, const Right &right, const char *text, const char *file, int line) {
  if (left == right) return;
  std::ostringstream message;
  message << text << ": " << left << " != " << right;
  fail(file, line, message.str());
}

// The exit status of the test program.
inline int result() {
  if (failures == 0) std::puts("ok");
  return failures == 0 ? 0 : 1;
}

}  // namespace modelet::testing

#define CHECK(condition) ((condition) ? void() : modelet::testing::fail(__FILE__, __LINE__, #condition))
#define CHECK_EQUAL(left, right) modelet::testing::check_equal((left), (right), #left " == " #right, __FILE__, __LINE__)
