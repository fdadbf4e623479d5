// The C library's elementary functions. The toolchain brings functions of the same names that round some results differently, and
// CPython, with whose results ours are compared bit by bit, calls the C library's.
#pragma once

namespace modelet::libm {

double sin(double value);
double cos(double value);
double tan(double value);
double exp(double value);
double exp2(double value);
double log(double value);
double log2(double value);
double log10(double value);

}  // namespace modelet::libm
