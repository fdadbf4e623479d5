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

// tanh(x) within 2 ulp.
template <typename V>
inline typename V::Register hyperbolic_tangent(typename V::Register x) {
  using R = typename V::Register;
  const R one = V::set(1.0F), z = V::absolute(x), u = V::multiply(z, z);
  const R p = polynomial<V>(u, -0.3333333033F, 0.133329156F, -0.05387398124F, 0.02111110207F, -0.006269317429F);
  const R near = V::multiply_add(V::multiply(z, u), p, z);
  const R far = V::subtract(one, V::divide(V::set(2.0F), V::add(exponential<V>(V::add(z, z)), one)));
  return V::copy_sign(V::choose(V::less(z, V::set(0.6F)), near, far), x);
}

// The normal distribution beyond |x|, as e^(-x²/2) times a quotient fitted over [0, 14.5]; relative error within 4e-7 for |x| < 3.
template <typename V>
inline typename V::Register normal_tail(typename V::Register x) {
  using R = typename V::Register;
  const R a = V::minimum(V::absolute(x), V::set(14.5F));  // the tail is 0 from there
  const R p = polynomial<V>(a, 0.5F, 0.4382954370F, 0.1832352659F, 0.04063320072F, 0.004116285256F);
  const R q = polynomial<V>(a, 1.0F, 1.674475855F, 1.202504178F, 0.4694709063F, 0.1018587759F, 0.01031787729F);
  const R exponent = V::multiply(V::multiply(a, a), V::set(-0.5F));
  return V::multiply(exponential<V>(exponent), V::divide(p, q));
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
    const auto tail = normal_tail<V>(x);
    return V::multiply(x, V::choose(V::less(x, V::set(0.0F)), tail, V::subtract(V::set(1.0F), tail)));
  }
};
// x · (1 + tanh(u)) / 2, which is x / (1 + e^(-2u)).
template <typename V>
struct GeluTanh {
  static typename V::Register apply(typename V::Register x) {
    const auto cubed = V::multiply(V::multiply(x, x), x);
    const auto exponent = V::multiply(V::set(-1.59576912F), V::multiply_add(V::set(0.044715F), cubed, x));
    return V::divide(x, V::add(V::set(1.0F), exponential<V>(exponent)));
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
