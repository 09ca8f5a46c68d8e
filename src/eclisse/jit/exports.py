"""Compiled functions as one WebAssembly module, and how its exports are called.

An export takes what its function takes, in the same order: a number as it is, a record or an array as the address of
its first byte. An array whose length is not declared (ANY) is followed by that length. Whole numbers have 32 bits on
the way in and out, those without a sign 64.
"""

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm
import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime.nrtdynmod import compile_nrt_functions
from numba.core.types.containers import UniTuple
from numba.np.arrayobj import populate_array

from eclisse.jit.folders import user_cache
from eclisse.jit.wasm import Context, aimed, trap

ANY: Final = -1  # a length that the caller tells
RUNTIME: Final = Path(__file__).parent / "runtime.c"
RUNTIME_EXPORTS: Final = ("room", "release", "in_use")
STACK: Final = 1 << 20
MOST_MEMORY: Final = 1 << 28
WORD, LONG, POINTER = ir.IntType(32), ir.IntType(64), ir.IntType(8).as_pointer()


@dataclass(frozen=True)
class Argument:
    """One argument of an export."""

    type: Any  # as Numba calls it
    shape: tuple[int, ...] = ()  # of an array

    @property
    def passed(self) -> list[Any]:
        """The values that the caller passes."""
        if isinstance(self.type, types.Array):
            return [POINTER] + [WORD] * self.shape.count(ANY)
        if isinstance(self.type, UniTuple):
            return [LONG] * len(self.type)
        return [POINTER if isinstance(self.type, types.Record) else LONG if self.type == types.uint64 else WORD]


@dataclass(frozen=True)
class Export:
    """A compiled function that a module offers."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Argument, ...]

    @property
    def types(self) -> tuple[Any, ...]:
        """The types to compile it for."""
        return tuple(argument.type for argument in self.arguments)


NUMBER: Final = Argument(types.int64)
UNSIGNED: Final = Argument(types.uint64)
KEY: Final = Argument(UniTuple(types.uint64, 2))


def record(dtype: npt.DTypeLike) -> Argument:
    """One record."""
    return Argument(numba.from_dtype(np.dtype(dtype)))


def rows(dtype: npt.DTypeLike, *shape: int) -> Argument:
    """An array of records or numbers."""
    return Argument(types.Array(numba.from_dtype(np.dtype(dtype)), len(shape), "C"), shape)


def build(exports: Sequence[Export], zig: Path, out: Path) -> None:
    """Compile functions with all that they call, and link them into a module; in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ECLISSE_CACHE"] = folder  # what is compiled here is of no use to anybody else
        compiled = Path(folder, "compiled.o")
        with global_compiler_lock, aimed() as context:
            compiled.write_bytes(_compile(context, exports))
        _link(zig, [export.name for export in exports], compiled, out)


def _compile(context: Context, exports: Sequence[Export]) -> bytes:
    """Exports and all that they call as one object."""
    module = context.create_module("exports")
    libraries = {compile_nrt_functions(context): None}
    for export in exports:
        inner: Any = export.function.native  # type: ignore[attr-defined]
        library = inner.library(export.types)
        libraries |= {library: None, **library.all_needs()}
        _add_export(context, module, export, inner.overloads[export.types])
    linked = context.codegen().create_library("linked")
    linked._final_module.link_in(llvm.parse_assembly(str(module)))
    for library in libraries:
        linked._final_module.link_in(library._own_module(), preserve=True)
    _hide(linked._final_module, {export.name for export in exports})
    made: bytes = context.codegen().optimise(linked)
    return made


def _hide(module: Any, shown: set[str]) -> None:
    """Tell the optimiser that nobody calls anything but the exports."""
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in shown:
            value.linkage = "internal"


def _add_export(context: Context, module: Any, export: Export, made: Any) -> None:
    """Add a function that takes what a page can pass and calls what Numba has made."""
    result = made.signature.return_type
    passed = [part for argument in export.arguments for part in argument.passed]
    returned = ir.VoidType() if result == types.none else LONG if result == types.uint64 else WORD
    added = ir.Function(module, ir.FunctionType(returned, passed), export.name)
    builder, given = ir.IRBuilder(added.append_basic_block()), iter(added.args)
    values = [_taken(context, builder, argument, given) for argument in export.arguments]
    callee = context.declare_function(module, made.fndesc)
    status, value = context.call_conv.call_function(builder, callee, result, made.signature.args, values)
    with builder.if_then(status.is_error, likely=False):
        trap(builder)
    if result == types.none:
        builder.ret_void()
    elif value.type == returned:
        builder.ret(value)
    else:
        wide = context.cast(builder, value, result, types.int64)
        builder.ret(builder.trunc(wide, WORD))


def _taken(context: Context, builder: Any, argument: Argument, given: Iterator[Any]) -> Any:
    """An argument as Numba's functions take it."""
    kind = argument.type
    if isinstance(kind, types.Array):
        return _array(context, builder, argument, given)
    if isinstance(kind, types.Record):
        return builder.bitcast(next(given), context.get_value_type(kind))
    if isinstance(kind, UniTuple):
        return context.make_tuple(builder, kind, [next(given) for _ in range(len(kind))])
    value = next(given)
    return value if kind == types.uint64 else builder.sext(value, LONG)


def _array(context: Context, builder: Any, argument: Argument, given: Iterator[Any]) -> Any:
    """An array over memory of the caller's."""
    array = context.make_array(argument.type)(context, builder)
    data = builder.bitcast(next(given), array.data.type)
    shape = [builder.zext(next(given), LONG) if n == ANY else LONG(n) for n in argument.shape]
    size = context.get_abi_sizeof(context.get_data_type(argument.type.dtype))
    strides = [LONG(size)]
    for n in reversed(shape[1:]):
        strides.insert(0, builder.mul(n, strides[0]))
    populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
    return array._getvalue()


def _link(zig: Path, names: list[str], compiled: Path, out: Path) -> None:
    """Link what was compiled with the runtime, by the linker of the Zig compiler, which also brings what C calls."""
    shown = [f"-Wl,--export={name}" for name in (*names, *RUNTIME_EXPORTS)]
    limits = [f"-Wl,-z,stack-size={STACK}", f"-Wl,--max-memory={MOST_MEMORY}"]
    options = ["-target", "wasm32-freestanding", "-O3", "-mbulk-memory", "-s", "-Wl,--no-entry", *limits, *shown]
    caches = {"ZIG_LOCAL_CACHE_DIR": str(compiled.parent), "ZIG_GLOBAL_CACHE_DIR": str(user_cache() / "zig")}
    subprocess.run(
        [str(zig), "cc", *options, str(RUNTIME), str(compiled), "-o", str(out)],
        check=True,
        env={**os.environ, **caches},
    )
