package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// copied finds a call in the package whose parts mean the same everywhere in
// it: constants, package variables, functions, and variables that were made of
// such once.
func (c *caller) copied() []call {
	for _, file := range c.p.Syntax {
		var found string
		ast.Inspect(file, func(n ast.Node) bool {
			site, ok := n.(*ast.CallExpr)
			if !ok || found != "" {
				return found == ""
			}
			if id := callee(site); id == nil || c.p.TypesInfo.Uses[id] != c.fn {
				return true
			}
			c.start()
			if text, ok := c.closed(file, site, 0); ok {
				found = text
			}
			return found == ""
		})
		if found != "" {
			return []call{{c.before, found}}
		}
	}
	return nil
}

func callee(site *ast.CallExpr) *ast.Ident {
	switch fun := ast.Unparen(site.Fun).(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	}
	return nil
}

// closed is an expression as it can stand in another file of the package.
func (c *caller) closed(file *ast.File, expr ast.Expr, depth int) (string, bool) {
	if depth > 4 {
		return "", false
	}
	names := make(map[*ast.Ident]string)
	ok := true
	var literal *ast.FuncLit
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if c.by == nil || concurrent(c.p.TypesInfo, n) {
				ok = false // what it captures would have to come along
			} else if literal == nil || n.Pos() > literal.End() {
				literal = n
			}
		case *ast.CallExpr:
			c.passes(n)
		case *ast.CompositeLit:
			c.fills(n)
		case *ast.SelectorExpr:
			names[n.Sel] = n.Sel.Name
		case *ast.Ident:
			if literal != nil && c.isWithin(n, literal) {
				return true
			}
			name, fine := c.named(file, n, depth)
			ok = ok && fine
			if selected, known := names[n]; known {
				name = selected
			}
			names[n] = name
		}
		return ok
	})
	if !ok {
		return "", false
	}
	return printed(c.p.Fset, expr, names), true
}

// passes notes what a call, or a conversion, makes values of interfaces.
func (c *caller) passes(site *ast.CallExpr) {
	fun := c.p.TypesInfo.Types[site.Fun]
	if fun.IsType() {
		c.converts(c.p.TypesInfo.TypeOf(site.Args[0]), fun.Type)
		return
	}
	sig, ok := fun.Type.Underlying().(*types.Signature)
	if !ok {
		return // of the language
	}
	for i, arg := range site.Args {
		last := sig.Params().Len() - 1
		typ := types.Type(nil)
		switch {
		case sig.Variadic() && i >= last && !site.Ellipsis.IsValid():
			typ = sig.Params().At(last).Type().(*types.Slice).Elem()
		case i <= last:
			typ = sig.Params().At(i).Type()
		}
		c.converts(c.p.TypesInfo.TypeOf(arg), typ)
	}
}

// fills is the same for a literal.
func (c *caller) fills(literal *ast.CompositeLit) {
	under := c.p.TypesInfo.TypeOf(literal).Underlying()
	if pointer, ok := under.(*types.Pointer); ok {
		under = pointer.Elem().Underlying()
	}
	for i, elem := range literal.Elts {
		var key ast.Expr
		if pair, ok := elem.(*ast.KeyValueExpr); ok {
			key, elem = pair.Key, pair.Value
		}
		var typ types.Type
		switch under := under.(type) {
		case *types.Struct:
			if id, ok := key.(*ast.Ident); ok {
				typ = c.p.TypesInfo.Uses[id].Type()
			} else {
				typ = under.Field(i).Type()
			}
		case *types.Map:
			typ = under.Elem()
			c.converts(c.p.TypesInfo.TypeOf(key), under.Key())
		case *types.Slice:
			typ = under.Elem()
		case *types.Array:
			typ = under.Elem()
		}
		c.converts(c.p.TypesInfo.TypeOf(elem), typ)
	}
}

// named is what an identifier of a file is called elsewhere in the package.
func (c *caller) named(file *ast.File, id *ast.Ident, depth int) (string, bool) {
	if dotted := c.dotted(id); dotted != id.Name {
		return dotted, true
	}
	switch obj := c.p.TypesInfo.Uses[id].(type) {
	case nil:
		return id.Name, c.p.TypesInfo.Defs[id] == nil // a field of a literal
	case *types.PkgName:
		return c.imported(obj.Imported()), true
	case *types.Func:
		c.used = append(c.used, obj)
		return id.Name, true
	case *types.Var:
		switch {
		case obj.IsField() || obj.Parent() == c.p.Types.Scope():
			return id.Name, true
		case obj.Type().String() == "*testing.T":
			return "t", true
		}
		return c.local(file, obj, depth)
	default:
		parent := obj.Parent()
		return id.Name, parent == nil || parent == types.Universe || parent == c.p.Types.Scope()
	}
}

// local writes a variable that is defined once, of what means the same
// everywhere, before the call.
func (c *caller) local(file *ast.File, variable *types.Var, depth int) (string, bool) {
	if name, ok := c.locals[variable]; ok {
		return name, name != ""
	}
	c.locals[variable] = ""
	define := definition(file, variable)
	if define == nil {
		return c.given(variable, depth)
	}
	at := slices.IndexFunc(define.Lhs, func(lhs ast.Expr) bool { return lhs.Pos() == variable.Pos() })
	one := len(define.Rhs) == len(define.Lhs)
	value := define.Rhs[0]
	if one {
		value = define.Rhs[at]
	}
	text, ok := c.closed(file, value, depth+1)
	if !ok {
		return "", false
	}
	name := fmt.Sprintf("v%d", len(c.before)+1)
	left := name
	if !one {
		left = strings.Repeat("_, ", at) + name + strings.Repeat(", _", len(define.Lhs)-at-1)
	}
	c.before = append(c.before, left+" := "+text)
	c.locals[variable] = name
	return name, true
}

// definition is the := that makes a variable.
func definition(file *ast.File, variable *types.Var) *ast.AssignStmt {
	var found *ast.AssignStmt
	ast.Inspect(file, func(n ast.Node) bool {
		define, ok := n.(*ast.AssignStmt)
		if ok && define.Tok == token.DEFINE &&
			slices.ContainsFunc(define.Lhs, func(lhs ast.Expr) bool { return lhs.Pos() == variable.Pos() }) {
			found = define
		}
		return found == nil
	})
	return found
}

// printed is a node with other names.
func printed(fset *token.FileSet, node ast.Node, names map[*ast.Ident]string) string {
	old := make(map[*ast.Ident]string)
	for id, name := range names {
		old[id], id.Name = id.Name, name
	}
	var text bytes.Buffer
	err := printer.Fprint(&text, fset, node)
	for id, name := range old {
		id.Name = name
	}
	if err != nil {
		return ""
	}
	return text.String()
}
