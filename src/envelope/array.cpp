#include "envelope/array.hpp"

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
  array_encoder(std::unique_ptr<value_encoder> element, char delimiter)
      : element_(std::move(element)), delimiter_(delimiter) {}

  schema_node schema() const override { return array_of(element_->schema(), element_->as_item()); }
  std::string zero() const override { return "[]"; }

  outcome write(std::string_view text, spelling how, std::string& out) override {
    array_reader reader(text, delimiter_, scratch_);
    outcome result = outcome::written;
    bool follows_item = false;
    for (array_token token = reader.next(); token != array_token::end; token = reader.next()) {
      if (token == array_token::malformed) return outcome::malformed;
      if (follows_item && token != array_token::close) out += ',';
      const outcome done = write_token(token, reader.element(), how, out);
      if (done == outcome::malformed) return done;
      keep_first_failure(result, done);
      follows_item = token != array_token::open;
    }
    return result;
  }

  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    return element_->write_array_placeholder(placeholder, out);
  }

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

std::unique_ptr<value_encoder> make_array(std::unique_ptr<value_encoder> element, char delimiter) {
  return std::make_unique<array_encoder>(std::move(element), delimiter);
}

std::unique_ptr<value_encoder> make_vector(std::unique_ptr<value_encoder> element) {
  return std::make_unique<vector_encoder>(std::move(element));
}

}  // namespace walrelay::envelope
