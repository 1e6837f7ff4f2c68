#include "unit/envelope/support.hpp"

using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

TEST_CASE("arrays have the elements of their type (B43)") {
  check_values({
      {"empty", types::int4_array, -1, "{}", "[]"},
      {"one", types::int4_array, -1, "{1}", "[1]"},
      {"null element", types::int4_array, -1, "{1,NULL,3}", "[1,null,3]"},
      {"only nulls", types::int8_array, -1, "{NULL,NULL}", "[null,null]"},
      {"lower bound", types::int4_array, -1, "[0:1]={7,8}", "[7,8]"},
      {"negative bounds", types::int4_array, -1, "[-2:-1][3:4]={{1,2},{3,4}}", "[[1,2],[3,4]]"},
      {"two dimensions", types::int4_array, -1, "{{1,2},{3,4}}", "[[1,2],[3,4]]"},
      {"six dimensions", types::int4_array, -1, "{{{{{{1}}}}}}", "[[[[[[1]]]]]]"},
      {"quoting", types::text_array, -1, R"({NULL,"NULL","a\"b","c\\d"," ","","{x}","a,b",plain})",
       R"([null,"NULL","a\"b","c\\d"," ","","{x}","a,b","plain"])"},
      {"escapes in two elements", types::text_array, -1, R"({"\"1","2\\","3"})",
       R"(["\"1","2\\","3"])"},
      {"new line", types::text_array, -1, "{\"nl\n\"}", R"(["nl\n"])"},
      {"word null", types::text_array, -1, R"({"null"})", R"(["null"])"},
      {"booleans", types::bool_array, -1, "{t,f,NULL}", "[true,false,null]"},
      {"floats", types::float4_array, -1, "{1.5,NaN,-0}", R"([1.5,"NaN",-0.0])"},
      {"numeric(10,2)", types::numeric_array, numeric_modifier(10, 2), "{1.10,NULL,-1.00}",
       R"(["bg==",null,"nA=="])"},
      {"numeric", types::numeric_array, -1, "{1.1,100}",
       R"([{"scale":1,"value":"Cw=="},{"scale":0,"value":"ZA=="}])"},
      {"bytea", types::bytea_array, -1, R"({"\\x00ff",NULL})", R"(["AP8=",null])"},
      {"jsonb", types::jsonb_array, -1, R"({"{\"a\": \"x,y\"}"})", R"(["{\"a\": \"x,y\"}"])"},
      {"timestamptz", types::timestamptz_array, -1, R"({"2020-01-01 00:00:00+00",infinity})",
       R"(["2020-01-01T00:00:00.000000Z","infinity"])"},
      {"array of int2vector", walrelay::oid{1006}, -1, R"({"1 2",""})", "[[1,2],[]]"},
  });
}

TEST_CASE("broken array text is refused") {
  check_malformed({
      {"empty text", types::int4_array, -1, ""},
      {"no braces", types::int4_array, -1, "1,2"},
      {"not closed", types::int4_array, -1, "{1"},
      {"not closed after delimiter", types::int4_array, -1, "{1,"},
      {"inner not closed", types::int4_array, -1, "{{1}"},
      {"tail", types::int4_array, -1, "{1}x"},
      {"second array", types::int4_array, -1, "{1}{2}"},
      {"missing element", types::int4_array, -1, "{1,,2}"},
      {"missing last element", types::int4_array, -1, "{1,}"},
      {"missing first element", types::int4_array, -1, "{,1}"},
      {"blank", types::int4_array, -1, "{1, 2}"},
      {"bad element", types::int4_array, -1, "{1,x}"},
      {"null in lower case is no null", types::int4_array, -1, "{null}"},
      {"quote inside a bare element", types::text_array, -1, "{a\"b}"},
      {"backslash inside a bare element", types::text_array, -1, "{a\\b}"},
      {"brace inside a bare element", types::text_array, -1, "{a{b}"},
      {"open quote", types::text_array, -1, "{\"a"},
      {"open quote after escape", types::text_array, -1, "{\"a\\"},
      {"text after quote", types::text_array, -1, "{\"a\"b}"},
      {"element beside array", types::int4_array, -1, "{1,{2}}"},
      {"array beside element", types::int4_array, -1, "{{1},2}"},
      {"empty inner array", types::int4_array, -1, "{{}}"},
      {"seven dimensions", types::int4_array, -1, "{{{{{{{1}}}}}}}"},
      {"bounds without array", types::int4_array, -1, "[0:1]"},
      {"bounds with letters", types::int4_array, -1, "[a:b]={1,2}"},
      {"text that is not UTF-8", types::text_array, -1, "{\x80}"},
  });
}

TEST_CASE("an element without a place leaves null and is reported") {
  const written got =
      write_value(types::numeric_array, numeric_modifier(10, 2), "{1.10,NaN,-1.00}");
  CHECK(got.how == outcome::not_finite);
  CHECK(got.text == R"(["bg==",null,"nA=="])");
}

TEST_CASE("arrays in headers spell their elements as headers do") {
  CHECK(
      write_value(types::numeric_array, numeric_modifier(10, 2), "{1.10}", spelling::header).text ==
      "[1.10]");
  CHECK(write_value(types::int4_array, -1, "{1,NULL}", spelling::header).text == "[1,null]");
}

TEST_CASE("a hundred thousand elements") {
  std::string items = "0";
  for (int i = 1; i < 100'000; ++i) items.append(",").append(std::to_string(i));
  CHECK(write_value(types::int4_array, -1, "{" + items + "}").text == "[" + items + "]");
}
