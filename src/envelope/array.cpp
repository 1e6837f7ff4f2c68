#include "envelope/array.hpp"

#include <algorithm>
#include <utility>

#include "envelope/array_reader.hpp"

namespace walrelay::envelope {
namespace {

// A conversion failure of one element leaves null in its place and is reported for the column.
void keep_first_failure(outcome& so_far, outcome of_element) {
  if (so_far == outcome::written) so_far = of_element;
}

// Connect has no arrays whose number of dimensions is the value's own; the schema is that of one.
schema_node array_of(const schema_node& element, presence of_items) {
  schema_node node{.type = "array"};
  node.fields.push_back({"items", element});
  node.fields.back().node.need = of_items;
  return node;
}

class array_encoder final : public value_encoder {
 public:
  array_encoder(std::unique_ptr<value_encoder> element, char delimiter, array_shapes shapes)
      : element_(std::move(element)),
        delimiter_(delimiter),
        shapes_(shapes),
        items_(element_->as_item()) {}

  schema_node schema() const override { return array_of(element_->schema(), items_); }
  bool take_widened() override {
    const bool of_element = element_->take_widened();
    return std::exchange(widened_, false) || of_element;
  }
  std::string zero() const override { return "[]"; }

  outcome write(std::string_view text, spelling how, std::string& out) override {
    array_reader reader(text, delimiter_, scratch_);
    const std::size_t start = out.size();
    outcome result = outcome::written;
    bool follows_item = false;
    int depth = 0;
    int deepest = 0;
    for (array_token token = reader.next(); token != array_token::end; token = reader.next()) {
      if (token == array_token::malformed) return outcome::malformed;
      if (token == array_token::open) deepest = std::max(deepest, ++depth);
      if (token == array_token::close) --depth;
      if (follows_item && token != array_token::close) out += ',';
      const outcome done = write_token(token, reader.element(), how, out);
      if (done == outcome::malformed) return done;
      keep_first_failure(result, done);
      follows_item = token != array_token::open;
    }
    if (deepest > 1 && shapes_ == array_shapes::one_dimension) {
      out.resize(start);
      return write_null(out, outcome::no_place);
    }
    return result;
  }

  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    return element_->write_array_placeholder(placeholder, out);
  }

  bool knows_labels(std::string_view text) override {
    array_reader reader(text, delimiter_, scratch_);
    bool knows = true;
    for (array_token token = reader.next();
         token != array_token::end && token != array_token::malformed; token = reader.next()) {
      if (token == array_token::element && !element_->knows_labels(reader.element())) knows = false;
    }
    return knows;
  }
  void learn_labels(const change::type_catalog& types) override { element_->learn_labels(types); }

 private:
  outcome write_token(array_token token, std::string_view element, spelling how, std::string& out) {
    switch (token) {
      case array_token::open:
        out += '[';
        return outcome::written;
      case array_token::close:
        out += ']';
        return outcome::written;
      case array_token::null:
        if (items_ == presence::required) {
          items_ = presence::optional;
          widened_ = true;
        }
        out += "null";
        return outcome::written;
      case array_token::element:
        return element_->write(element, how, out);
      case array_token::end:
      case array_token::malformed:
        break;
    }
    return outcome::malformed;
  }

  std::unique_ptr<value_encoder> element_;
  char delimiter_;
  array_shapes shapes_;
  presence items_;
  bool widened_ = false;
  std::string scratch_;
};

class vector_encoder final : public value_encoder {
 public:
  explicit vector_encoder(std::unique_ptr<value_encoder> element) : element_(std::move(element)) {}

  schema_node schema() const override { return array_of(element_->schema(), presence::required); }
  std::string zero() const override { return "[]"; }
  presence as_item() const override { return presence::required; }

  outcome write(std::string_view text, spelling how, std::string& out) override {
    out += '[';
    while (!text.empty()) {
      const std::size_t space = text.find(' ');
      const outcome done = element_->write(text.substr(0, space), how, out);
      if (done != outcome::written) return done;
      if (space == std::string_view::npos) break;
      text.remove_prefix(space + 1);
      if (text.empty()) return outcome::malformed;
      out += ',';
    }
    out += ']';
    return outcome::written;
  }

  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    return element_->write_array_placeholder(placeholder, out);
  }

 private:
  std::unique_ptr<value_encoder> element_;
};

}  // namespace

std::unique_ptr<value_encoder> make_array(std::unique_ptr<value_encoder> element, char delimiter,
                                          array_shapes shapes) {
  return std::make_unique<array_encoder>(std::move(element), delimiter, shapes);
}

std::unique_ptr<value_encoder> make_vector(std::unique_ptr<value_encoder> element) {
  return std::make_unique<vector_encoder>(std::move(element));
}

}  // namespace walrelay::envelope
