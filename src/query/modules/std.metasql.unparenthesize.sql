-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO MACRO __tv_unchanged(item Expr) RETURNS Expr AS $item;

-- The items of a list in brackets, without the brackets.
CREATE PERFETTO MACRO metasql_unparenthesize_exprlist(expr ExprList) RETURNS UnparenExprList AS
__intrinsic_token_apply!(__tv_unchanged, $expr);
