package main

import (
	"fmt"
	"go/types"
	"strings"
)

// deepest is how many values may be nested.
const deepest = 3

// plain are the values of basic types, another one for each call.
var plain = []struct{ boolean, text, number string }{
	{"true", `"harrier"`, "3"},
	{"false", `""`, "1"},
}

// invented calls the function with values that its types tell how to make.
func (c *caller) invented() (string, bool) {
	name := c.fn.Name()
	c.before = nil
	if recv := c.sig.Recv(); recv != nil {
		value, ok := c.value(recv.Type(), 0)
		if !ok {
			return "", false
		}
		c.before = append(c.before, "receiver := "+value)
		name = "receiver." + name
	}
	args, ok := c.arguments(c.sig, 0)
	return name + "(" + args + ")", ok
}

// instance is a signature with int for type parameters, or string where only
// that will do; nil if neither does.
func instance(sig *types.Signature) *types.Signature {
	if sig.RecvTypeParams().Len() > 0 {
		return nil
	}
	if sig.TypeParams().Len() == 0 {
		return sig
	}
	args := make([]types.Type, sig.TypeParams().Len())
	for _, basic := range []types.BasicKind{types.Int, types.String} {
		for i := range args {
			args[i] = types.Typ[basic]
		}
		if typ, err := types.Instantiate(nil, sig, args, true); err == nil {
			return typ.(*types.Signature)
		}
	}
	return nil
}

func (c *caller) arguments(sig *types.Signature, depth int) (string, bool) {
	var args []string
	for i := range sig.Params().Len() {
		typ := sig.Params().At(i).Type()
		if sig.Variadic() && i == sig.Params().Len()-1 {
			typ = typ.(*types.Slice).Elem()
		}
		value, ok := c.value(typ, depth)
		if !ok {
			return "", false
		}
		args = append(args, value)
	}
	return strings.Join(args, ", "), true
}

// value is an expression of a type.
func (c *caller) value(typ types.Type, depth int) (string, bool) {
	if depth > deepest || !c.sayable(typ) {
		return c.lacks(typ)
	}
	if known, ok := c.known(typ); ok {
		return known, true
	}
	if made, ok := c.constructed(typ, depth); ok {
		return made, true
	}
	name := types.TypeString(typ, c.qualified)
	switch under := typ.Underlying().(type) {
	case *types.Basic:
		return c.basic(typ, under, name)
	case *types.Slice:
		elem, ok := c.value(under.Elem(), depth+1)
		return fmt.Sprintf("%s{%s, %s, %s}", name, elem, elem, elem), ok
	case *types.Map:
		key, ok := c.value(under.Key(), depth+1)
		elem, fine := c.value(under.Elem(), depth+1)
		return fmt.Sprintf("%s{%s: %s}", name, key, elem), ok && fine
	case *types.Array:
		return name + "{}", true
	case *types.Chan:
		return c.channel(under, name, depth), true
	case *types.Signature:
		return c.function(typ, under, name, depth)
	case *types.Struct:
		return name + "{}", true
	case *types.Pointer:
		return fmt.Sprintf("new(%s)", types.TypeString(under.Elem(), c.qualified)), true
	case *types.Interface:
		return c.implemented(typ, under, depth)
	}
	return c.lacks(typ)
}

func (c *caller) lacks(typ types.Type) (string, bool) {
	if c.lacking == "" {
		c.lacking = "no value of type " + types.TypeString(typ, (*types.Package).Name) + " can be made"
	}
	return "", false
}

// known has values of the library.
func (c *caller) known(typ types.Type) (string, bool) {
	switch types.TypeString(typ, nil) {
	case "*testing.T", "testing.TB":
		return "t", true
	case "context.Context":
		return c.of("context") + ".Background()", true
	case "time.Duration":
		return c.of("time") + ".Millisecond", true
	case "time.Time":
		return c.of("time") + ".Now()", true
	case "io.Reader":
		return c.of("strings") + ".NewReader(" + plain[c.turn].text + ")", true
	case "io.Writer":
		return c.of("io") + ".Discard", true
	case "error":
		return c.of("errors") + `.New("made by harrier")`, true
	}
	return "", false
}

func (c *caller) of(path string) string {
	return c.imported(types.NewPackage(path, path))
}

func (c *caller) qualified(pkg *types.Package) string {
	if pkg == c.p.Types {
		return ""
	}
	return c.imported(pkg)
}

// basic is a constant that the type declares, or any.
func (c *caller) basic(typ types.Type, under *types.Basic, name string) (string, bool) {
	if named, ok := typ.(*types.Named); ok && named.Obj().Pkg() == c.p.Types {
		scope := c.p.Types.Scope()
		for _, member := range scope.Names() {
			if constant, ok := scope.Lookup(member).(*types.Const); ok && types.Identical(constant.Type(), typ) {
				return member, true
			}
		}
	}
	value := ""
	switch info := under.Info(); {
	case under.Kind() == types.UnsafePointer:
		return "nil", true
	case info&types.IsBoolean != 0:
		value = plain[c.turn].boolean
	case info&types.IsString != 0:
		value = plain[c.turn].text
	case info&types.IsNumeric != 0:
		value = plain[c.turn].number
	default:
		return c.lacks(typ)
	}
	if name == "bool" || name == "string" || name == "int" {
		return value, true
	}
	return name + "(" + value + ")", true
}

// channel has room. One to receive from alone has messages, and is closed the
// second time; any has messages then.
func (c *caller) channel(typ *types.Chan, name string, depth int) string {
	both := types.TypeString(types.NewChan(types.SendRecv, typ.Elem()), c.qualified)
	plain := fmt.Sprintf("make(%s, 3)", both)
	receiveOnly := typ.Dir() == types.RecvOnly
	if typ.Dir() == types.SendOnly || !receiveOnly && c.turn == 0 {
		return plain
	}
	message, ok := c.value(typ.Elem(), depth+1)
	if !ok {
		c.lacking = ""
		return plain
	}
	last := ""
	if receiveOnly && c.turn > 0 {
		last = "close(c); "
	}
	return fmt.Sprintf("func() %s { c := %s; c <- %s; c <- %s; %sreturn c }()", name, plain, message, message, last)
}

// function calls what it is given, in a goroutine the second time, and takes a
// moment then; the errors that it returns are nil at first.
func (c *caller) function(typ types.Type, sig *types.Signature, name string, depth int) (string, bool) {
	if _, ok := typ.(*types.Named); ok {
		text, ok := c.function(sig, sig, "", depth)
		return fmt.Sprintf("%s(%s)", name, text), ok
	}
	var params, results, values, body []string
	if c.turn > 0 {
		body = append(body, c.of("time")+".Sleep("+c.of("time")+".Millisecond)")
	}
	for i := range sig.Params().Len() {
		typ := sig.Params().At(i).Type()
		variadic := sig.Variadic() && i == sig.Params().Len()-1
		param, dots := "_", ""
		if given, ok := typ.Underlying().(*types.Signature); ok && !variadic && given.Params().Len() == 0 {
			param = fmt.Sprintf("f%d", i+1)
			started := []string{"", "go "}[c.turn]
			body = append(body, started+param+"()")
		}
		if variadic {
			typ, dots = typ.(*types.Slice).Elem(), "..."
		}
		params = append(params, param+" "+dots+types.TypeString(typ, c.qualified))
	}
	for result := range sig.Results().Variables() {
		results = append(results, types.TypeString(result.Type(), c.qualified))
		value := "nil"
		if result.Type().String() != "error" || c.turn > 0 {
			var ok bool
			if value, ok = c.value(result.Type(), depth+1); !ok {
				return "", false
			}
		}
		values = append(values, value)
	}
	result := strings.Join(results, ", ")
	if len(values) > 1 {
		result = "(" + result + ")"
	}
	if len(values) > 0 {
		result = " " + result
		body = append(body, "return "+strings.Join(values, ", "))
	}
	text := strings.Join(body, "; ")
	if text != "" {
		text = " " + text + " "
	}
	return fmt.Sprintf("func(%s)%s {%s}", strings.Join(params, ", "), result, text), true
}

// constructed calls a function of the type's package whose name begins with New
// and that returns it, alone or with an error.
func (c *caller) constructed(typ types.Type, depth int) (string, bool) {
	named, ok := deref(typ).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return "", false
	}
	pkg := named.Obj().Pkg()
	for _, name := range pkg.Scope().Names() {
		fn, ok := pkg.Scope().Lookup(name).(*types.Func)
		if !ok || fn == c.fn || !strings.HasPrefix(strings.ToLower(name), "new") || pkg != c.p.Types && !fn.Exported() {
			continue
		}
		sig := fn.Signature()
		results := sig.Results()
		if sig.TypeParams().Len() > 0 || results.Len() == 0 || results.Len() > 2 || !types.Identical(results.At(0).Type(), typ) ||
			results.Len() == 2 && results.At(1).Type().String() != "error" {
			continue
		}
		args, ok := c.arguments(sig, depth+1)
		if !ok || c.in.harm([]*types.Func{fn}) != "" {
			continue
		}
		c.used = append(c.used, fn)
		text := name + "(" + args + ")"
		if pkg != c.p.Types {
			text = c.imported(pkg) + "." + text
		}
		if results.Len() == 1 {
			return text, true
		}
		variable := fmt.Sprintf("v%d", len(c.before)+1)
		c.before = append(c.before, variable+", _ := "+text)
		return variable, true
	}
	return "", false
}

func deref(typ types.Type) types.Type {
	if pointer, ok := types.Unalias(typ).(*types.Pointer); ok {
		typ = pointer.Elem()
	}
	return types.Unalias(typ)
}

// implemented is a value of a type of the package that has the methods.
func (c *caller) implemented(typ types.Type, iface *types.Interface, depth int) (string, bool) {
	if iface.Empty() {
		return "3", true
	}
	if iface.IsMethodSet() {
		scope := c.p.Types.Scope()
		for _, member := range scope.Names() {
			declared, ok := scope.Lookup(member).(*types.TypeName)
			if !ok || declared.IsAlias() || types.IsInterface(declared.Type()) {
				continue
			}
			if named, ok := declared.Type().(*types.Named); !ok || named.TypeParams().Len() > 0 {
				continue
			}
			for _, candidate := range []types.Type{declared.Type(), types.NewPointer(declared.Type())} {
				if types.Implements(candidate, iface) {
					if value, ok := c.value(candidate, depth+1); ok {
						c.converts(candidate, typ)
						return value, true
					}
				}
			}
		}
	}
	return c.lacks(typ)
}

// converts notes that a value becomes one of an interface: its methods may be
// called then.
func (c *caller) converts(from, to types.Type) {
	if from == nil || to == nil || !types.IsInterface(to) || types.IsInterface(from) {
		return
	}
	set := types.NewMethodSet(from)
	for i := range set.Len() {
		c.used = append(c.used, set.At(i).Obj().(*types.Func))
	}
}

// sayable tells whether the file can name a type.
func (c *caller) sayable(typ types.Type) bool {
	switch t := typ.(type) {
	case *types.Alias:
		return c.sayable(types.Unalias(t))
	case *types.Named:
		obj := t.Obj()
		if obj.Pkg() != nil && obj.Pkg() != c.p.Types && (!obj.Exported() || internal(obj.Pkg().Path())) {
			return false
		}
		for arg := range t.TypeArgs().Types() {
			if !c.sayable(arg) {
				return false
			}
		}
		return obj.Pkg() == nil || obj.Parent() == obj.Pkg().Scope()
	case *types.Pointer:
		return c.sayable(t.Elem())
	case *types.Slice:
		return c.sayable(t.Elem())
	case *types.Array:
		return c.sayable(t.Elem())
	case *types.Chan:
		return c.sayable(t.Elem())
	case *types.Map:
		return c.sayable(t.Key()) && c.sayable(t.Elem())
	case *types.Signature:
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for variable := range tuple.Variables() {
				if !c.sayable(variable.Type()) {
					return false
				}
			}
		}
	case *types.TypeParam:
		return false
	}
	return true
}

func internal(path string) bool {
	return strings.HasPrefix(path, "internal/") || strings.Contains(path, "/internal/") || strings.HasSuffix(path, "/internal")
}
