// point (golden case 36), PostGIS and pgvector.
#include "unit/envelope/extension_types.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

namespace {

const change::type_catalog catalog = extension_catalog();

}  // namespace

TEST_CASE("a point is its coordinates and its WKB") {
  check_values({
      {"fraction", types::point, -1, "(1,2.5)",
       R"({"x":1.0,"y":2.5,"wkb":"AQEAAAAAAAAAAADwPwAAAAAAAARA","srid":null})"},
      {"negative", types::point, -1, "(-1,0)",
       R"({"x":-1.0,"y":0.0,"wkb":"AQEAAAAAAAAAAADwvwAAAAAAAAAA","srid":null})"},
      {"exponents", types::point, -1, "(10000000000,1e-07)",
       R"({"x":1.0E10,"y":1.0E-7,"wkb":"AQEAAAAAAAAgX6ACQkivvJry13o+","srid":null})"},
      {"no numbers", types::point, -1, "(Infinity,NaN)",
       R"({"x":"Infinity","y":"NaN","wkb":"AQEAAAAAAAAAAADwfwAAAAAAAPh/","srid":null})"},
      {"negative zero", types::point, -1, "(0,-0)",
       R"({"x":0.0,"y":-0.0,"wkb":"AQEAAAAAAAAAAAAAAAAAAAAAAACA","srid":null})"},
  });
  check_malformed({
      {"empty", types::point, -1, ""},
      {"open", types::point, -1, "(1,2"},
      {"one", types::point, -1, "(1)"},
      {"three", types::point, -1, "(1,2,3)"},
      {"word", types::point, -1, "(1,inf)"},
      {"decimal comma", types::point, -1, "(1,5,2,5)"},
  });
  CHECK(schema_of(types::point) ==
        R"({"type":"struct","fields":[{"type":"double","optional":false,"field":"x"},)"
        R"({"type":"double","optional":false,"field":"y"},)"
        R"({"type":"bytes","optional":true,"field":"wkb"},)"
        R"({"type":"int32","optional":true,"field":"srid"}],"optional":true,)"
        R"_("name":"io.debezium.data.geometry.Point","version":1,"doc":"Geometry (POINT)"})_");
  CHECK(zero_of(types::point) ==
        R"({"x":0.0,"y":0.0,"wkb":"AQEAAAAAAAAAAAAAAAAAAAAAAAAA","srid":null})");
}

TEST_CASE("PostGIS values are their EWKB and its SRID") {
  check_values(
      {
          {"SRID", types::geometry, -1, "0101000020E6100000000000000000F03F0000000000000040",
           R"({"wkb":"AQEAACDmEAAAAAAAAAAA8D8AAAAAAAAAQA==","srid":4326})"},
          {"none", types::geometry, -1, "0101000000000000000000F03F0000000000000040",
           R"({"wkb":"AQEAAAAAAAAAAADwPwAAAAAAAABA","srid":null})"},
          {"big-endian", types::geography, -1, "0020000001000010E63FF00000000000004000000000000000",
           R"({"wkb":"ACAAAAEAABDmP/AAAAAAAABAAAAAAAAAAA==","srid":4326})"},
      },
      {}, catalog);
  for (const std::string_view text : {"", "01", "0201000000", "01010000", "0101000020E610", "xx"}) {
    CAPTURE(text);
    CHECK(write_value(types::geometry, -1, text, spelling::json, catalog).how ==
          outcome::malformed);
  }
  CHECK(schema_of(types::geometry, -1, {}, catalog) ==
        R"({"type":"struct","fields":[{"type":"bytes","optional":false,"field":"wkb"},)"
        R"({"type":"int32","optional":true,"field":"srid"}],"optional":true,)"
        R"("name":"io.debezium.data.geometry.Geometry","version":1,"doc":"Geometry"})");
  CHECK(zero_of(types::geography, -1, {}, catalog) == R"({"wkb":"AQcAAAAAAAAA","srid":null})");
}

TEST_CASE("pgvector's types are arrays of numbers, or their places and numbers") {
  check_values(
      {
          {"vector", types::vector, 3, "[1,2.5,1e-05]", "[1.0,2.5,1.0E-5]"},
          {"a double's digits", types::vector, 1, "[0.1]", "[0.1]"},
          {"halfvec", types::halfvec, 2, "[0.099975586,-65504]", "[0.099975586,-65504.0]"},
          {"sparsevec", types::sparsevec, 5, "{1:1.5,3:2}/5",
           R"({"dimensions":5,"vector":[[1,1.5],[3,2.0]]})"},
          {"all zero", types::sparsevec, 5, "{}/5", R"({"dimensions":5,"vector":[]})"},
      },
      {}, catalog);
  const written wide =
      write_value(types::sparsevec, -1, "{40000:1}/40000", spelling::json, catalog);
  CHECK(wide.how == outcome::no_place);
  CHECK(wide.text == "null");
  for (const std::string_view text : {"", "[1", "[1,]", "[,1]", "[a]", "1,2"}) {
    CHECK(write_value(types::vector, -1, text, spelling::json, catalog).how == outcome::malformed);
  }
  for (const std::string_view text : {"", "{1:1}", "{1}/5", "{0:1}/5", "{1:1,}/5", "{1:1}/"}) {
    CHECK(write_value(types::sparsevec, -1, text, spelling::json, catalog).how ==
          outcome::malformed);
  }
  CHECK(schema_of(types::vector, -1, {}, catalog) ==
        R"({"type":"array","items":{"type":"double","optional":false},"optional":true,)"
        R"("name":"io.debezium.data.DoubleVector","version":1})");
  CHECK(schema_of(types::halfvec, -1, {}, catalog) ==
        R"({"type":"array","items":{"type":"float","optional":false},"optional":true,)"
        R"("name":"io.debezium.data.FloatVector","version":1})");
  CHECK(schema_of(types::sparsevec, -1, {}, catalog) ==
        R"({"type":"struct","fields":[{"type":"int16","optional":false,"field":"dimensions"},)"
        R"({"type":"map","keys":{"type":"int16","optional":false},)"
        R"("values":{"type":"double","optional":false},"optional":false,"field":"vector"}],)"
        R"("optional":true,"name":"io.debezium.data.SparseDoubleVector","version":1,)"
        R"("doc":"Sparse double vector"})");
  CHECK(zero_of(types::vector, -1, {}, catalog) == "[]");
}
