#include "templates/sequences.h"

#include <cmath>
#include <utility>

#include "python/depth.h"
#include "python/lists.h"
#include "python/strings.h"

namespace modelet::templates {

namespace {

bool is_digits(const Str &text) {
  for (char32_t point : text.view())
    if (point < U'0' || point > U'9') return false;
  return text.length() > 0 && text.length() < 19;
}

}  // namespace

Path::Path(Call &call, const Value &attribute) {
  if (attribute.is_none() || attribute.is_missing()) return;
  if (!attribute.is_text()) {
    parts_.push_back(attribute);
    return;
  }
  const auto parts = python::split(call, attribute.text(), Str(U"."), -1);
  for (int64_t at = 0; !call.failed() && at < parts.size(); ++at) {
    const Str &part = parts.at(at);
    parts_.push_back(is_digits(part) ? Value(python::parse_int(call, part)) : Value(part));
  }
}

Value Path::of(Call &call, Value value, const Value &fallback) const {
  for (const Value &part : parts_) {
    value = item(call, value, part);
    if (call.failed()) return {};
    if (value.is_undefined() && !fallback.is_missing() && !fallback.is_none()) value = fallback;
  }
  return value;
}

Value lowered(Call &call, const Value &value) {
  return value.is_text() ? Value(python::lower(call, value.text()), value.kind()) : value;
}

namespace {

bool holds_nan(Call &call, const Value &value) {
  if (value.is(Kind::floating)) return std::isnan(value.number());
  if (!value.is_sequence()) return false;
  const python::Depth depth(call);
  if (call.failed()) return false;
  for (const Value &one : value.as<ListObject>().items)
    if (holds_nan(call, one)) return true;
  return false;
}

}  // namespace

bool sort_by(Call &call, std::vector<Value> &items, const std::vector<Value> &keys, bool descending) {
  std::vector<int64_t> places(items.size());
  for (std::size_t at = 0; at < places.size(); ++at) places[at] = static_cast<int64_t>(at);
  // Python reverses, sorts, and reverses again, so that equal items stay in order.
  if (descending) std::reverse(places.begin(), places.end());
  const auto key = [&](int64_t place) -> const Value & { return keys[static_cast<std::size_t>(place)]; };
  python::stable_sort(
      call, places.data(), static_cast<int64_t>(places.size()),
      [&](int64_t place) { return holds_nan(call, key(place)) ? std::nan("") : 0.0; },
      [&](int64_t left, int64_t right) { return !call.failed() && compare(call, Comparison::lt, key(left), key(right)); });
  if (descending) std::reverse(places.begin(), places.end());
  std::vector<Value> out;
  for (int64_t place : places) out.push_back(std::move(items[static_cast<std::size_t>(place)]));
  items = std::move(out);
  return !call.failed();
}

namespace {

bool flag(Call &call, const Value &value) {
  return !value.is_missing() && truth(call, value);
}

// ---------------------------------------------------------------------------------------------- items that come late

// A generator: nothing is looked at before its first item is asked for.
class Pipe : public IteratorObject {
 public:
  Pipe(Heap &heap, Value source, Arguments rest) : IteratorObject(heap, "generator"), source(std::move(source)), rest(std::move(rest)) {}
  void clear() noexcept override {
    source = Value();
    rest = Arguments();
    items.reset();
  }

 protected:
  // False where there is nothing to do.
  bool begin(Renderer &renderer) {
    if (begun) return static_cast<bool>(items);
    begun = true;
    if (!truth(renderer.call, source) || !prepare(renderer)) return false;
    items = iterate(renderer.call, source);
    return static_cast<bool>(items);
  }
  virtual bool prepare(Renderer &renderer) = 0;

  Value source;
  Arguments rest;
  Ref<IteratorObject> items;
  bool begun = false;
};

// Takes the first argument away.
Value take_first(Arguments &arguments) {
  Value out = arguments.positional.front();
  arguments.positional.erase(arguments.positional.begin());
  return out;
}

Value take_named(Arguments &arguments, std::u32string_view name) {
  for (auto one = arguments.named.begin(); one != arguments.named.end(); ++one) {
    if (one->first.view() != name) continue;
    Value out = one->second;
    arguments.named.erase(one);
    return out;
  }
  return {};
}

const Native *native_of(Renderer &renderer, const Value &name, bool filter) {
  const Native *found = nullptr;
  if (name.is_text()) found = filter ? find_filter(name.text().view()) : find_test(name.text().view());
  if (found != nullptr || renderer.failed()) return found;
  std::string message = std::string("No ") + (filter ? "filter" : "test") + " named " + python::to_utf8(repr(renderer.call, name)) + ".";
  if (name.is_undefined()) message += " (" + undefined_message(renderer.call, name) + "; did you forget to quote the callable name?)";
  raise_template(renderer.call, "TemplateRuntimeError", message);
  return nullptr;
}

class Map final : public Pipe {
 public:
  using Pipe::Pipe;
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  bool next(Renderer &renderer, Value &out) override {
    if (!begin(renderer) || renderer.call.interrupted()) return false;
    if (filter_ == nullptr) {
      if (!items->next(renderer, out)) return false;
      out = path_->of(renderer.call, out, fallback_);
    } else {
      Arguments arguments{{Value()}, rest.named};
      if (!items->next(renderer, arguments.positional[0])) return false;
      arguments.positional.insert(arguments.positional.end(), rest.positional.begin(), rest.positional.end());
      out = call_native(renderer, *filter_, arguments);
    }
    return !renderer.failed();
  }

 private:
  bool prepare(Renderer &renderer) override {
    if (!rest.positional.empty()) return prepare_filter(renderer);
    const Value attribute = take_named(rest, U"attribute");
    if (attribute.is_missing()) return raise_template(renderer.call, "FilterArgumentError", "map requires a filter argument"), false;
    fallback_ = take_named(rest, U"default");
    path_ = std::make_unique<Path>(renderer.call, attribute);
    if (rest.named.empty()) return !renderer.failed();
    const std::string name = python::to_utf8(repr(renderer.call, Value(rest.named[0].first)));
    return raise_template(renderer.call, "FilterArgumentError", "Unexpected keyword argument " + name), false;
  }
  bool prepare_filter(Renderer &renderer) {
    filter_name_ = take_first(rest);
    filter_ = native_of(renderer, filter_name_, true);
    return filter_ != nullptr;
  }

  Value filter_name_;
  const Native *filter_ = nullptr;
  std::unique_ptr<Path> path_;
  Value fallback_;
};

class Select final : public Pipe {
 public:
  Select(Heap &heap, Value source, Arguments rest, bool wanted, bool by_attribute)
      : Pipe(heap, std::move(source), std::move(rest)), wanted_(wanted), by_attribute_(by_attribute) {}
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  bool next(Renderer &renderer, Value &out) override {
    if (!begin(renderer)) return false;
    while (!renderer.call.interrupted() && items->next(renderer, out)) {
      const bool passes = fits(renderer, out);
      if (renderer.failed()) return false;
      if (passes == wanted_) return true;
    }
    return false;
  }

 private:
  bool prepare(Renderer &renderer) override {
    if (by_attribute_ && rest.positional.empty()) {
      return raise_template(renderer.call, "FilterArgumentError", "Missing parameter for attribute name"), false;
    }
    if (by_attribute_) path_ = std::make_unique<Path>(renderer.call, take_first(rest));
    if (rest.positional.empty()) return !renderer.failed();
    test_ = native_of(renderer, take_first(rest), false);
    return test_ != nullptr;
  }
  bool fits(Renderer &renderer, const Value &item) {
    Value subject = path_ ? path_->of(renderer.call, item) : item;
    if (renderer.failed()) return false;
    if (test_ == nullptr) return truth(renderer.call, subject);
    Arguments arguments{{std::move(subject)}, rest.named};
    arguments.positional.insert(arguments.positional.end(), rest.positional.begin(), rest.positional.end());
    const Value result = call_native(renderer, *test_, arguments);
    return !renderer.failed() && truth(renderer.call, result);
  }

  bool wanted_, by_attribute_;
  const Native *test_ = nullptr;
  std::unique_ptr<Path> path_;
};

// Items that are all computed when the first is asked for.
class Late final : public IteratorObject {
 public:
  using Compute = bool (*)(Renderer &renderer, const std::vector<Value> &given, std::vector<Value> &out);
  Late(Heap &heap, const char *type, Compute compute, std::vector<Value> given)
      : IteratorObject(heap, type), compute_(compute), given_(std::move(given)) {}
  void clear() noexcept override {
    given_.clear();
    items_.clear();
  }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  bool next(Renderer &renderer, Value &out) override {
    if (std::exchange(compute_pending_, false) && !compute_(renderer, given_, items_)) return false;
    if (at_ >= items_.size()) return false;
    out = items_[at_++];
    return true;
  }

 private:
  Compute compute_;
  std::vector<Value> given_, items_;
  std::size_t at_ = 0;
  bool compute_pending_ = true;
};

Value late(Renderer &renderer, Late::Compute compute, std::vector<Value> given) {
  return Value(Kind::iterator, make<Late>(renderer.call, "generator", compute, std::move(given)).get());
}

Value selection(Renderer &renderer, Value *given, Arguments &rest, bool wanted, bool by_attribute) {
  return Value(Kind::iterator, make<Select>(renderer.call, given[0], std::move(rest), wanted, by_attribute).get());
}

}  // namespace

Value mapped(Renderer &renderer, Value *given, Arguments &rest) {
  return Value(Kind::iterator, make<Map>(renderer.call, given[0], std::move(rest)).get());
}
Value selected(Renderer &renderer, Value *given, Arguments &rest) {
  return selection(renderer, given, rest, true, false);
}
Value rejected(Renderer &renderer, Value *given, Arguments &rest) {
  return selection(renderer, given, rest, false, false);
}
Value selected_by_attribute(Renderer &renderer, Value *given, Arguments &rest) {
  return selection(renderer, given, rest, true, true);
}
Value rejected_by_attribute(Renderer &renderer, Value *given, Arguments &rest) {
  return selection(renderer, given, rest, false, true);
}

namespace {

bool filled(const Value &value) {
  return !value.is_missing() && !value.is_none();
}

bool compute_batches(Renderer &renderer, const std::vector<Value> &given, std::vector<Value> &out) {
  std::vector<Value> all;
  if (!collect(renderer, given[0], all)) return false;
  if (!given[1].is_whole() && !all.empty()) {
    // A length never equals what is no number: one batch of all.
    out.push_back(list_of(renderer.call, std::move(all)));
    return !renderer.failed();
  }
  const int64_t count = given[1].is_whole() ? given[1].integer() : 0;
  std::vector<Value> row;
  for (Value &one : all) {
    if (static_cast<int64_t>(row.size()) == count) {
      out.push_back(list_of(renderer.call, std::move(row)));
      row.clear();
    }
    row.push_back(std::move(one));
  }
  if (row.empty()) return !renderer.failed();
  if (filled(given[2]) && count > 1000000) return renderer.call.raise("MemoryError", ""), false;
  while (filled(given[2]) && static_cast<int64_t>(row.size()) < count) row.push_back(given[2]);
  out.push_back(list_of(renderer.call, std::move(row)));
  return !renderer.failed();
}

bool compute_slices(Renderer &renderer, const std::vector<Value> &given, std::vector<Value> &out) {
  std::vector<Value> all;
  int64_t count = 0;
  if (!collect(renderer, given[0], all) || !whole(renderer.call, given[1], count)) return false;
  if (count == 0) return renderer.call.raise("ZeroDivisionError", "integer division or modulo by zero"), false;
  if (count > 1000000) return renderer.call.raise("MemoryError", ""), false;
  const auto size = static_cast<int64_t>(all.size());
  const int64_t each = size / count, longer = size % count;
  int64_t offset = 0;
  for (int64_t number = 0; number < count; ++number) {
    const int64_t start = offset + number * each;
    if (number < longer) ++offset;
    const int64_t stop = offset + (number + 1) * each;
    std::vector<Value> row(all.begin() + start, all.begin() + stop);
    if (filled(given[2]) && number >= longer) row.push_back(given[2]);
    out.push_back(list_of(renderer.call, std::move(row)));
  }
  return !renderer.failed();
}

bool compute_unique(Renderer &renderer, const std::vector<Value> &given, std::vector<Value> &out) {
  std::vector<Value> all;
  const Path path(renderer.call, given[2]);
  const Ref<DictObject> seen = make<DictObject>(renderer.call);
  if (!seen || !collect(renderer, given[0], all)) return false;
  for (Value &one : all) {
    Value key = path.of(renderer.call, one);
    if (!flag(renderer.call, given[1])) key = lowered(renderer.call, key);
    if (renderer.failed() || !hashable(renderer.call, key)) return false;
    if (seen->table.find(key) != nullptr) continue;
    seen->table.put(renderer.call, key, Value::none());
    out.push_back(std::move(one));
  }
  return !renderer.failed();
}

bool compute_items(Renderer &renderer, const std::vector<Value> &given, std::vector<Value> &out) {
  if (given[0].is_undefined()) return true;
  if (!given[0].is(Kind::dict)) return raise_type(renderer.call, "Can only get item pairs from a mapping."), false;
  for (const auto &entry : given[0].as<DictObject>().table.entries()) out.push_back(pair(renderer.call, entry.key, entry.value));
  return !renderer.failed();
}

bool compute_reversed(Renderer &renderer, const std::vector<Value> &given, std::vector<Value> &out) {
  if (!collect(renderer, given[0], out)) return false;
  std::reverse(out.begin(), out.end());
  return true;
}

}  // namespace

Value batches(Renderer &renderer, Value *given, Arguments &) {
  return late(renderer, compute_batches, {given[0], given[1], given[2]});
}
Value slices(Renderer &renderer, Value *given, Arguments &) {
  return late(renderer, compute_slices, {given[0], given[1], given[2]});
}
Value unique(Renderer &renderer, Value *given, Arguments &) {
  return late(renderer, compute_unique, {given[0], given[1], given[2]});
}
Value items_of(Renderer &renderer, Value *given, Arguments &) {
  return late(renderer, compute_items, {given[0]});
}

Value reversed(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  if (given[0].is_text()) {
    std::u32string out(given[0].text().view());
    std::reverse(out.begin(), out.end());
    return Value(python::new_str(call, out), given[0].kind());
  }
  if (has_length(given[0]) && !given[0].is(Kind::loop)) {
    const char *type = given[0].is(Kind::list) ? "list_reverseiterator" : given[0].is(Kind::dict) ? "dict_reversekeyiterator" : "reversed";
    return Value(Kind::iterator, make<Late>(call, type, compute_reversed, std::vector<Value>{given[0]}).get());
  }
  std::vector<Value> out;
  if (!collect(renderer, given[0], out)) {
    if (caught(call, {"TypeError"})) raise_template(call, "FilterArgumentError", "argument must be iterable");
    return {};
  }
  std::reverse(out.begin(), out.end());
  return list_of(call, std::move(out));
}

// ---------------------------------------------------------------------------------------------- all items at once

namespace {

// The keys to sort by; text in small letters unless the case shall count.
bool keys_of(Renderer &renderer, const std::vector<Value> &items, const Value &attribute, const Value &fallback, bool case_sensitive,
             std::vector<Value> &keys) {
  const Path path(renderer.call, attribute);
  for (const Value &one : items) {
    Value key = path.of(renderer.call, one, fallback);
    if (renderer.failed()) return false;
    keys.push_back(case_sensitive ? std::move(key) : lowered(renderer.call, key));
  }
  return !renderer.failed();
}

Value group(Renderer &renderer, const Value &key, std::vector<Value> items) {
  const Value out = pair(renderer.call, key, list_of(renderer.call, std::move(items)));
  if (!renderer.failed()) out.as<ListObject>().group = true;
  return out;
}

}  // namespace

Value grouped(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  std::vector<Value> items, keys, out;
  const bool case_sensitive = flag(call, given[3]);
  if (!collect(renderer, given[0], items) || !keys_of(renderer, items, given[1], given[2], case_sensitive, keys)) return {};
  if (!sort_by(call, items, keys, false)) return {};
  keys.clear();
  if (!keys_of(renderer, items, given[1], given[2], case_sensitive, keys)) return {};
  const Path path(call, given[1]);
  for (std::size_t at = 0; at < items.size();) {
    const std::size_t start = at;
    std::vector<Value> members;
    while (at < items.size() && equal(call, keys[start], keys[at])) members.push_back(items[at++]);
    if (at == start) members.push_back(items[at++]);  // NaN
    const Value key = case_sensitive ? keys[start] : path.of(call, items[start], given[2]);
    out.push_back(group(renderer, key, std::move(members)));
  }
  return renderer.failed() ? Value() : list_of(call, std::move(out));
}

Value sorted(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  std::vector<Value> items, keys;
  if (!collect(renderer, given[0], items)) return {};
  std::vector<Value> attributes{given[3].is_missing() ? Value::none() : given[3]};
  if (given[3].is_text()) {
    attributes.clear();
    const auto names = python::split(call, given[3].text(), Str(U","), -1);
    for (int64_t at = 0; !call.failed() && at < names.size(); ++at) attributes.emplace_back(names.at(at));
  }
  std::vector<std::vector<Value>> columns(attributes.size());
  for (std::size_t at = 0; at < attributes.size(); ++at)
    if (!keys_of(renderer, items, attributes[at], Value(), flag(call, given[2]), columns[at])) return {};
  for (std::size_t row = 0; row < items.size(); ++row) {
    std::vector<Value> key;
    for (auto &column : columns) key.push_back(column[row]);
    keys.push_back(list_of(call, std::move(key)));
  }
  if (renderer.failed() || !sort_by(call, items, keys, flag(call, given[1]))) return {};
  return list_of(call, std::move(items));
}

Value dict_sorted(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  const bool by_value = given[2].is_text() && given[2].text().view() == U"value";
  const bool by_key = given[2].is_missing() || (given[2].is_text() && given[2].text().view() == U"key");
  if (!by_value && !by_key) return raise_template(call, "FilterArgumentError", "You can only sort by either \"key\" or \"value\"");
  if (given[0].is_undefined()) return raise_undefined(call, given[0]);
  if (!given[0].is(Kind::dict)) {
    call.raise("AttributeError", std::string("'") + type_name(given[0]) + "' object has no attribute 'items'");
    return {};
  }
  std::vector<Value> items, keys;
  for (const auto &entry : given[0].as<DictObject>().table.entries()) {
    items.push_back(pair(call, entry.key, entry.value));
    const Value &key = by_value ? entry.value : entry.key;
    keys.push_back(flag(call, given[1]) ? key : lowered(call, key));
  }
  if (renderer.failed() || !sort_by(call, items, keys, flag(call, given[3]))) return {};
  return list_of(call, std::move(items));
}

Value joined(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  std::u32string separator, out;
  if (!given[1].is_missing()) write_str(call, separator, given[1]);
  const Path path(call, given[2]);
  const Ref<IteratorObject> items = iterate(call, given[0]);
  Value one;
  for (bool first = true; items && !call.interrupted() && items->next(renderer, one); first = false) {
    one = path.of(call, one);
    if (call.failed()) return {};
    if (!first) out += separator;
    write_str(call, out, one);
  }
  return call.failed() ? Value() : Value(python::new_str(call, out));
}

Value total(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  Value sum = given[2].is_missing() ? Value(int64_t{0}) : given[2];
  if (sum.is_text()) return raise_type(call, "sum() can't sum strings [use ''.join(seq) instead]");
  const Path path(call, given[1]);
  const Ref<IteratorObject> items = iterate(call, given[0]);
  Value one;
  while (items && !call.interrupted() && items->next(renderer, one)) {
    const Value term = path.of(call, one);
    if (call.failed()) return {};
    sum = arithmetic(call, Op::add, sum, term);
    if (call.failed()) return {};
  }
  return call.failed() ? Value() : sum;
}

namespace {

Value extreme(Renderer &renderer, Value *given, Comparison comparison) {
  Call &call = renderer.call;
  std::vector<Value> items, keys;
  if (!collect(renderer, given[0], items)) return {};
  if (items.empty()) return undefined_hint(call, U"No aggregated item, sequence was empty.");
  if (!keys_of(renderer, items, given[2], Value(), flag(call, given[1]), keys)) return {};
  std::size_t best = 0;
  for (std::size_t at = 1; at < items.size() && !call.failed(); ++at)
    if (compare(call, comparison, keys[at], keys[best])) best = at;
  return call.failed() ? Value() : items[best];
}

}  // namespace

Value smallest(Renderer &renderer, Value *given, Arguments &) {
  return extreme(renderer, given, Comparison::lt);
}
Value largest(Renderer &renderer, Value *given, Arguments &) {
  return extreme(renderer, given, Comparison::gt);
}

Value first(Renderer &renderer, Value *given, Arguments &) {
  const Ref<IteratorObject> items = iterate(renderer.call, given[0]);
  Value one;
  if (items && items->next(renderer, one)) return one;
  return renderer.failed() ? Value() : undefined_hint(renderer.call, U"No first item, sequence was empty.");
}

Value last(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  const Value &value = given[0];
  if (!has_length(value) || value.is(Kind::loop))
    return raise_type(call, std::string("'") + type_name(value) + "' object is not reversible");
  std::vector<Value> items;
  if (value.is_text()) {
    const int64_t size = value.text().length();
    if (size > 0) return Value(value.text().part(size - 1, size));
  } else if (!collect(renderer, value, items)) {
    return {};
  }
  return items.empty() ? undefined_hint(call, U"No last item, sequence was empty.") : items.back();
}

Value listed(Renderer &renderer, Value *given, Arguments &) {
  std::vector<Value> items;
  return collect(renderer, given[0], items) ? list_of(renderer.call, std::move(items)) : Value();
}

}  // namespace modelet::templates
