"""The second target of the decorator: functions compiled ahead of time for WebAssembly.

Within `aimed` Numba compiles for WebAssembly. Nothing of it can be run in this process, so `exports.build` has one of
its own. Each function is lowered once and copied nowhere; all of them are optimised together at the end.

A page has nobody who could catch an exception: where Python would raise one, a module traps.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Final

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core.callconv import CPUCallConv
from numba.core.codegen import JITCPUCodegen
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target

from eclisse.jit.linking import Library

TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+simd128,+bulk-memory,+bulk-memory-opt,+nontrapping-fptoint,+sign-ext,+mutable-globals,+multivalue"


class Lowered(Library):
    """The code of one function as it was lowered: neither optimised nor translated yet."""

    @cached_property
    def is_large(self) -> bool:
        """Ours are never copied: the optimiser of the whole module finds out what is worth it."""
        return self.owner is not None and self.owner.__module__.startswith("eclisse.")

    def translate(self) -> None:
        """Nothing is translated before the whole module is."""
        self._finalized = True

    def _optimize_functions(self, ll_module: Any) -> None:
        """Only note the sizes of the target."""
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Leave it for the whole module."""

    def _finalize_specific(self) -> None:
        """There is no address to look up."""


class NoEngine:
    """Stands where Numba keeps what runs compiled code."""

    def is_symbol_defined(self, _name: str) -> bool:
        """Nothing can be run."""
        return False


class Codegen(JITCPUCodegen):  # type: ignore[misc]
    """Turns Numba's code into LLVM's, for another processor than this one."""

    def _init(self, llvm_module: Any) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        target = llvm.Target.from_triple(TRIPLE)
        self._tm = target.create_target_machine(features=FEATURES, opt=3, reloc="static", codemodel="default")
        self._tm_features, self._engine = FEATURES, NoEngine()
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0
        llvm_module.triple, llvm_module.data_layout = TRIPLE, self._data_layout

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)
        module.triple = TRIPLE
        return module

    def _get_host_cpu_name(self) -> str:
        return "wasm"

    def _add_module(self, _module: Any) -> None:
        """There is nothing that could run it."""

    def create_library(self, name: str, **_more: Any) -> Lowered:
        """Room for the code of one function."""
        return Lowered(self, name)

    def optimise(self, library: Lowered) -> bytes:
        """A library as an object for the linker, optimised as a whole."""
        super(Lowered, library)._optimize_final_module()
        made: bytes = self._tm.emit_object(library._final_module)
        return made


class Trapping(CPUCallConv):  # type: ignore[misc]
    """Calls as Numba makes them, but an exception is a trap: no caller sees one, and no text of it is kept."""

    def return_user_exc(self, builder: Any, *_details: Any, **_more: Any) -> None:
        """Trap in place of an exception."""
        trap(builder)

    return_dynamic_user_exc = return_status_propagate = return_exc = return_user_exc


class Context(CPUContext):  # type: ignore[misc]
    """Numba's knowledge of its target."""

    def init(self) -> None:
        """Sizes are as on other targets, only pointers are smaller: arrays look the same to Numba."""
        self.is32bit = False
        self._internal_codegen = Codegen("wasm")

    @property
    def call_conv(self) -> Trapping:
        """How functions call each other."""
        return Trapping(self)


def trap(builder: Any) -> None:
    """End the call and whatever led to it."""
    builder.call(builder.module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), ())), ())
    builder.unreachable()


@contextmanager
def aimed() -> Iterator[Context]:
    """Let Numba compile for WebAssembly."""
    before = cpu_target.target_context
    cpu_target._toplevel_target_context = Context(cpu_target.typing_context)
    try:
        yield cpu_target.target_context
    finally:
        cpu_target._toplevel_target_context = before
