// What the filters of sequences share: attributes by path, order, and items that are computed late.
#pragma once

#include "templates/renderer.h"

namespace modelet::templates {

// The attribute that `attribute=` of a filter names: "address.city" or a number. Made once, asked for each item.
class Path {
 public:
  Path(Call &call, const Value &attribute);
  // `fallback`: for what is undefined on the way; missing: none.
  Value of(Call &call, Value item, const Value &fallback = Value()) const;

 private:
  std::vector<Value> parts_;
};

Value lowered(Call &call, const Value &value);  // text in small letters, all else as it is
// The items in the order of their keys.
bool sort_by(Call &call, std::vector<Value> &items, const std::vector<Value> &keys, bool descending);

// The filters that give their items one by one.
Value mapped(Renderer &renderer, Value *given, Arguments &rest);
Value selected(Renderer &renderer, Value *given, Arguments &rest);
Value rejected(Renderer &renderer, Value *given, Arguments &rest);
Value selected_by_attribute(Renderer &renderer, Value *given, Arguments &rest);
Value rejected_by_attribute(Renderer &renderer, Value *given, Arguments &rest);
Value batches(Renderer &renderer, Value *given, Arguments &rest);
Value slices(Renderer &renderer, Value *given, Arguments &rest);
Value unique(Renderer &renderer, Value *given, Arguments &rest);
Value items_of(Renderer &renderer, Value *given, Arguments &rest);
Value reversed(Renderer &renderer, Value *given, Arguments &rest);

// The filters that take all items.
Value grouped(Renderer &renderer, Value *given, Arguments &rest);
Value sorted(Renderer &renderer, Value *given, Arguments &rest);
Value dict_sorted(Renderer &renderer, Value *given, Arguments &rest);
Value joined(Renderer &renderer, Value *given, Arguments &rest);
Value total(Renderer &renderer, Value *given, Arguments &rest);
Value smallest(Renderer &renderer, Value *given, Arguments &rest);
Value largest(Renderer &renderer, Value *given, Arguments &rest);
Value first(Renderer &renderer, Value *given, Arguments &rest);
Value last(Renderer &renderer, Value *given, Arguments &rest);
Value listed(Renderer &renderer, Value *given, Arguments &rest);

}  // namespace modelet::templates
