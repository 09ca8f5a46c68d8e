"""How compiled functions find each other, so that the compiler does each of them once.

Left alone, Numba copies a function into every function that calls it, near or far, optimises and translates it there
again, and gives each of them the wrappers that Python would need to call it. Here a function that is too large to be
copied for speed is translated once and called by its name; only those that Python calls get a wrapper. To find a
function by its name from what another process has compiled, the name says everything: module, function and types.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, ClassVar, Final

from llvmlite.binding import parse_bitcode
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.event import trigger_event
from numba.core.itanium_mangler import mangle
from numba.core.registry import CPUDispatcher, cpu_target

from eclisse.jit.kept import Kept

LARGE: Final = 250  # lines of optimised code above which a function is called; those below may be copied …
SIGNED: Final = (types.int8, types.int16, types.int32)
LARGE_TREE: Final = 1000  # … unless those copied into it have grown to so many
OPTIONS: Final = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": None,
    "no_cfunc_wrapper": True,
}


class Library(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function, with copies of the small ones it calls; `needs` are the large ones."""

    owner: "NativeDispatcher | None" = None  # whose code this is, and for which types
    signature: tuple[Any, ...] = ()
    is_translated = False  # into the processor's own code, so that it can be called
    _bitcode = b""  # what was read from disk, until somebody copies it
    _linking_libraries: list[Any]  # some of Numba's own among them

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.needs: dict[Library, None] = {}  # in their order

    @cached_property
    def is_large(self) -> bool:
        """Whether to call this function instead of copying it: it is long, and another process can find it."""
        if self.owner is None or not self.owner.__module__.startswith("eclisse."):
            return False
        code = self._get_module_for_linking()
        own = code.get_function(self.owner.overloads[self.signature].fndesc.mangled_name)
        return str(own).count("\n") > LARGE or str(code).count("\n") > LARGE_TREE

    def finalize(self) -> None:
        """Copy what is small, note what is large; a function of somebody else's copies everything."""
        ours = [library for library in dict.fromkeys(self._linking_libraries) if isinstance(library, Library)]
        for library in ours if LinkedDispatcher.depth > 0 else ():
            self.needs.update(dict.fromkeys([library]) if library.is_large else library.needs)
        self._linking_libraries = [library for library in self._linking_libraries if library not in self.needs]
        super().finalize()

    def all_needs(self) -> "dict[Library, None]":
        """The large functions called from here, and those that they call."""
        found, waiting = dict[Library, None](), list(self.needs)
        while waiting:
            library = waiting.pop()
            if library not in found:
                found[library] = None
                waiting += library.needs
        return found

    def _finalize_final_module(self) -> None:
        """Translate what Python calls; of the rest `add_overload` translates what is called instead of copied."""
        if LinkedDispatcher.depth > 1:
            self._finalized = True
        else:
            self.translate()

    def translate(self) -> None:
        """Translate into the processor's own code."""
        self.is_translated = True
        super()._finalize_final_module()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:
                self._codegen.set_env(variable.name, environment)

    def serialize_using_object_code(self) -> tuple[str, bytes, bytes, list[str], bool]:
        """The state to keep on disk: the code to call, if it was translated, the code to copy, and facts about it."""
        code = self._get_module_for_linking()
        values = (*code.functions, *code.global_variables)
        defined = [value.name for value in values if not value.is_declaration]
        called = self._get_compiled_object() if self.is_translated else b""
        return self.name, called, code.as_bitcode(), defined, self.is_large

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, bytes, bytes, list[str], bool]) -> "Library":
        """The library of a state that was kept on disk."""
        name, called, bitcode, defined, is_large = state
        library: Library = codegen.create_library(name)
        library._bitcode, library.is_large, library._finalized = bitcode, is_large, True
        if called:
            library.enable_object_caching()
            library._set_compiled_object(called)
            library.translate()
            codegen._engine._defined_symbols.update(defined)
        return library

    def _get_module_for_linking(self) -> Any:
        """The code to copy: into a function of somebody else's, with all that is called from here.

        Numba's own cache knows nothing of our names.
        """
        code = self._own_module()
        if LinkedDispatcher.depth > 0 or not self.needs:
            return code
        whole = code.clone()
        for library in self.all_needs():
            whole.link_in(library._own_module(), preserve=True)
        return whole

    def _own_module(self) -> Any:
        """The code of this function; hardly ever needed of what was read from disk, so only then parsed."""
        if self._bitcode:
            self._shared_module, self._bitcode = parse_bitcode(self._bitcode), b""
        return super()._get_module_for_linking()

    def _optimize_functions(self, ll_module: Any) -> None:
        """Spare declarations the optimiser: there is nothing in them."""
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)


class LinkedDispatcher(CPUDispatcher):  # type: ignore[misc]
    """A function of this package: linked our way, and kept on disk."""

    depth: ClassVar = 0  # functions of ours being compiled now, each for the sake of the one before

    def __init__(self, py_func: Any, kind: str, options: dict[str, Any]) -> None:
        super().__init__(py_func, targetoptions=options)
        self._cache = Kept(py_func, kind)

    def compile(self, sig: tuple[Any, ...]) -> Any:
        """Compile for some types, or find what was compiled."""
        if sig in self.overloads:
            return self.overloads[sig].entry_point
        with global_compiler_lock, adapted(), self._cache.claimed(sig, self.targetctx.codegen()):
            return self._found(sig) or self._made(sig)

    def _found(self, sig: Any) -> Any:
        """The code that this or another process has compiled for some types; None if there is none."""
        found = self.overloads.get(sig)
        if found is None:
            found = self._cache.load_overload(sig, self.targetctx)
            if found is None:
                return None
            self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
            self.add_overload(found)
        return found.entry_point

    def _made(self, sig: Any) -> Any:
        """Compile for some types; as Numba does it, but without its clocks, which every call of LLVM would ring."""
        details = {"dispatcher": self, "args": sig, "return_type": None}
        with self._compiling_counter, trigger_event("numba:compile", data=details):
            made = self._compiler.compile(sig, None)
            self.add_overload(made)
        self._cache.save_overload(sig, made)
        return made.entry_point


class NativeDispatcher(LinkedDispatcher):
    """A function as compiled code calls it."""

    def __init__(self, py_func: Any, more: dict[str, Any]) -> None:
        super().__init__(py_func, "native", {**OPTIONS, **more, "no_cpython_wrapper": True})

    def get_call_template(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """Compile once for whole numbers of all sizes and for constants: the caller widens them."""
        return super().get_call_template(tuple(map(widened, args)), {name: widened(kws[name]) for name in kws})

    def library(self, argtypes: tuple[Any, ...]) -> Library:
        """The code for some types."""
        self.compile(argtypes)
        found: Library = self.overloads[argtypes].library
        return found

    def add_overload(self, cres: Any) -> None:
        """Note whose code a library holds."""
        super().add_overload(cres)
        library = cres.library
        library.owner, library.signature = self, tuple(cres.signature.args)
        if library.is_large and not library.is_translated:
            library.translate()


class PythonDispatcher(LinkedDispatcher):
    """A function as Python calls it; compiled code that names it gets the one inside."""

    def __init__(self, py_func: Any, more: dict[str, Any] | None = None) -> None:
        self._more = more or {}
        super().__init__(py_func, "python", {**OPTIONS, **self._more})

    @cached_property
    def native(self) -> NativeDispatcher:
        """The same as compiled code calls it; made when it first does, under the compiler's lock."""
        return NativeDispatcher(self.py_func, self._more)

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self.native)


def widened(argtype: Any) -> Any:
    """The type that an argument is passed as."""
    plain = getattr(argtype, "literal_type", argtype)
    return types.int64 if plain in SIGNED else plain


def mangled(name: str, argtypes: tuple[Any, ...], *, abi_tags: tuple[str, ...] = (), uid: Any = None) -> str:
    """The name of a function in compiled code; ours has the same in every process."""
    digest = hashlib.sha256(" ".join(map(str, argtypes)).encode()).hexdigest()[:16]
    ours = name.removeprefix(".NumbaEnv.").startswith("eclisse.")
    result: str = mangle(name, (), abi_tags=(*abi_tags, f"h{digest}"), uid=None if ours else uid)
    return result


def set_environment(name: str, environment: Any) -> None:
    """Tell compiled code where its constants are, once it is translated."""
    codegen = cpu_target.target_context.codegen()
    if codegen._engine.is_symbol_defined(name):
        type(codegen).set_env(codegen, name, environment)


def is_same(flags: Flags, other: object) -> bool:
    """Whether two sets of flags are equal; the compiler asks often, so it pays to look first at those that are set."""
    if not isinstance(other, Flags):
        return False
    if flags._values.keys() == other._values.keys():
        return bool(flags._values == other._values)
    return bool(flags.values() == other.values())


@contextmanager
def adapted() -> Iterator[None]:
    """Let Numba link in our way as long as it compiles for us, and as it was for everybody else."""
    context, equal = cpu_target.target_context, (Flags.__eq__, Flags.__hash__)
    codegen = context.codegen()
    if LinkedDispatcher.depth == 0:
        Flags.__eq__, Flags.__hash__ = is_same, lambda flags: len(flags.options)
        context.mangler, codegen._library_class, codegen.set_env = mangled, Library, set_environment
    LinkedDispatcher.depth += 1
    try:
        yield
    finally:
        LinkedDispatcher.depth -= 1
        if LinkedDispatcher.depth == 0:
            Flags.__eq__, Flags.__hash__ = equal
            del context.mangler, codegen._library_class, codegen.set_env
