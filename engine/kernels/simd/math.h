// Functions of float vectors, over any vector type of this folder. The errors given were measured by the tests against
// double precision.
#pragma once

#include <limits>

#include "kernels/kernels.h"

namespace modelet::kernels {
namespace {

template <typename V>
inline typename V::Register polynomial(typename V::Register, float last) {
  return V::set(last);
}

// first + x · (next + x · (…)).
template <typename V, typename... Rest>
inline typename V::Register polynomial(typename V::Register x, float first, float next, Rest... rest) {
  return V::multiply_add(polynomial<V>(x, next, rest...), x, V::set(first));
}

// e^x within 1.5 ulp over the whole range: 0 below -104, infinity above 88.73, NaN stays.
template <typename V>
inline typename V::Register exponential(typename V::Register x) {
  using R = typename V::Register;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const R bounded = V::maximum(V::minimum(x, V::set(89.0F)), V::set(-104.0F));
  const R n = V::round(V::multiply(bounded, V::set(1.44269504F)));
  // ln 2 in two parts, the first with few enough bits that n times it is exact.
  R r = V::multiply_add(n, V::set(-0.693145752F), bounded);
  r = V::multiply_add(n, V::set(-1.42860677e-6F), r);
  const R p = polynomial<V>(r, 0.4999999208F, 0.1666642015F, 0.04166822576F, 0.008374817308F, 0.001383684001F);
  const R fraction = V::add(V::multiply_add(V::multiply(r, r), p, r), V::set(1.0F));
  R result = V::scale(fraction, n);
  result = V::choose(V::less(V::set(88.7228394F), x), V::set(infinity), result);
  return V::choose(V::unordered(x), x, result);
}

// erf(x) within 2e-7.
template <typename V>
inline typename V::Register error_function(typename V::Register x) {
  using R = typename V::Register;
  constexpr float one_from = 3.93F;  // erf is 1 there
  const R z = V::minimum(V::absolute(x), V::set(one_from));
  const R u = V::multiply(z, z);
  const R p = polynomial<V>(u, 1.128379145F, 0.1907817517F, 0.05278989976F, 0.003779484075F, 0.0002847996703F, 2.041909888e-6F);
  const R q = polynomial<V>(u, 1.0F, 0.5024086465F, 0.1142565597F, 0.01499719919F, 0.001165170513F, 3.800296984e-5F);
  const R below = V::minimum(V::multiply(z, V::divide(p, q)), V::set(1.0F));
  const R value = V::choose(V::less(z, V::set(one_from)), below, V::set(1.0F));
  return V::choose(V::unordered(x), x, V::copy_sign(value, x));
}

// tanh(x) within 4e-7.
template <typename V>
inline typename V::Register hyperbolic_tangent(typename V::Register x) {
  using R = typename V::Register;
  constexpr float one_from = 9.02F;  // tanh is 1 there
  const R z = V::minimum(V::absolute(x), V::set(one_from));
  const R u = V::multiply(z, z);
  const R p = polynomial<V>(u, 0.9999999791F, 0.1337973151F, 0.003494049883F, 2.058370266e-5F, 1.331932297e-8F);
  const R q = polynomial<V>(u, 1.0F, 0.4671304678F, 0.02587113354F, 0.0003283116558F, 7.762133873e-7F);
  const R below = V::minimum(V::multiply(z, V::divide(p, q)), V::set(1.0F));
  const R value = V::choose(V::less(z, V::set(one_from)), below, V::set(1.0F));
  return V::choose(V::unordered(x), x, V::copy_sign(value, x));
}

template <typename V>
inline typename V::Register logistic(typename V::Register x) {
  const auto one = V::set(1.0F);
  return V::divide(one, V::add(one, exponential<V>(V::subtract(V::set(0.0F), x))));
}

// Element-wise functions as types, so that a loop is written once and inlines them.
template <typename V>
struct Identity {
  static typename V::Register apply(typename V::Register x) { return x; }
};
// x · Φ(x).
template <typename V>
struct GeluErf {
  static typename V::Register apply(typename V::Register x) {
    const auto half = V::multiply(x, V::set(0.5F));
    return V::multiply_add(half, error_function<V>(V::multiply(x, V::set(0.70710678F))), half);
  }
};
template <typename V>
struct GeluTanh {
  static typename V::Register apply(typename V::Register x) {
    const auto half = V::multiply(x, V::set(0.5F));
    const auto cubed = V::multiply(V::multiply(x, x), x);
    const auto inner = V::multiply(V::set(0.79788456F), V::multiply_add(V::set(0.044715F), cubed, x));
    return V::multiply_add(half, hyperbolic_tangent<V>(inner), half);
  }
};
template <typename V>
struct Relu {
  static typename V::Register apply(typename V::Register x) {
    return V::choose(V::less(x, V::set(0.0F)), V::set(0.0F), x);  // NaN stays
  }
};
template <typename V>
struct Silu {
  static typename V::Register apply(typename V::Register x) {
    const auto one = V::set(1.0F);
    return V::divide(x, V::add(one, exponential<V>(V::subtract(V::set(0.0F), x))));
  }
};
template <typename V>
struct Tanh {
  static typename V::Register apply(typename V::Register x) { return hyperbolic_tangent<V>(x); }
};
template <typename V>
struct Sigmoid {
  static typename V::Register apply(typename V::Register x) { return logistic<V>(x); }
};

// Calls body.template run<Function<V>>() for the function that `activation` names.
template <typename V, typename Body>
inline void with_activation(Activation activation, const Body &body) {
  switch (activation) {
    case Activation::none:
      return body.template run<Identity<V>>();
    case Activation::gelu_erf:
      return body.template run<GeluErf<V>>();
    case Activation::gelu_tanh:
      return body.template run<GeluTanh<V>>();
    case Activation::relu:
      return body.template run<Relu<V>>();
    case Activation::silu:
      return body.template run<Silu<V>>();
    case Activation::tanh:
      return body.template run<Tanh<V>>();
    case Activation::sigmoid:
      return body.template run<Sigmoid<V>>();
  }
}

}  // namespace
}  // namespace modelet::kernels
