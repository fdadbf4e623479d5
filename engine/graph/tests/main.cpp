#include "core/host.h"
#include "graph/tests/support.h"
#include "testing/check.h"

int main() {
  using namespace modelet::graph::tests;
  modelet::host_configure(modelet::own_host(), 3);
  test_plan();
  test_executor();
  test_encoder();
  return modelet::testing::result();
}
