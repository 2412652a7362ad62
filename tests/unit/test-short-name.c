/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/symbols/short-name.h"

static void
test_names (void)
{
  static const struct
  {
    const char *name, *expected;
  } cases[] = {
    { "", "" },
    { "main", "main" },
    { "a::b(int)", "a::b(int)" },
    { "std::vector<int, std::allocator<int> >::push_back(int&&)", "vector<…>::push_back(int&&)" },
    { "std::__1::basic_string<char>::size() const", "basic_string<…>::size() const" },
    { "std::__cxx11::basic_string<char>::size()", "basic_string<…>::size()" },
    { "foo<bar<baz>, 3>(std::map<int, int> const&)", "foo<…>(map<…> const&)" },
    { "mystd::a", "mystd::a" },
    { "bool operator< <int>(int)", "bool operator< <…>(int)" },
    { "operator<<(std::ostream&)", "operator<<(ostream&)" },
    { "A<int>::operator->() const", "A<…>::operator->() const" },
    { "A::operator<=>(A)", "A::operator<=>(A)" },
    { "operatorname<int>", "operatorname<…>" },
    { "core::ptr::drop_in_place::h0123456789abcdef", "core::ptr::drop_in_place" },
    { "a::h0123456789abcdeg", "a::h0123456789abcdeg" },
    { "h0123456789abcdef", "h0123456789abcdef" },
    { "<alloc::vec::Vec<T> as core::iter::FromIterator<T>>::from_iter::h0123456789abcdef",
      "<alloc::vec::Vec<…> as core::iter::FromIterator<…>>::from_iter" },
    { "core::ops::function::FnOnce::call_once<fn() -> i32, ()>",
      "core::ops::function::FnOnce::call_once<…>" },
    { "a<b", "a<b" },
    { "a>b", "a>b" },
    { "f<(1>2)>(x)", "f<(1>2)>(x)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = tv_short_name_dup (cases[i].name);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/short-name/names", test_names);
  return g_test_run ();
}
