"""A kernel whose machine code is kept as an object file: called again, it needs a linker but not Numba.

Numba loads its own kept code only after most of a second in which it prepares to compile. A simulation of
some million Rounds is over by then. Such a kernel takes whole numbers, arrays in C order and tuples of these,
allocates nothing and returns nothing. Its object file is named after everything that it was made from.
"""

import ctypes
import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import numpy as np

from croupier.analysis.kernels.compiling import digest_of, load, uncompiled
from croupier.analysis.shelf import keep, place

_DIGEST: Final = 32
_OUTSIDE: Final = re.compile(r"^declare [^@]*@\"?(?!llvm\.)([^\s\"(]+)", re.MULTILINE)


class Kept:
    """To be called as the kernel itself."""

    def __init__(self, kernel: Any) -> None:
        self._function = uncompiled(kernel)
        self._entries: dict[str, Callable[..., int]] = {}
        self._engines: list[Any] = []
        """They own the machine code."""

    def __call__(self, *given: Any) -> None:
        kinds = " ".join(_kinds(given))
        if kinds not in self._entries:
            self._entries[kinds] = self._linked(kinds, given)
        result, error = ctypes.c_void_p(), ctypes.c_void_p()
        status = self._entries[kinds](ctypes.addressof(result), ctypes.addressof(error), *_words(given))
        if status:
            raise RuntimeError(f"{self._function.__qualname__} ended with status {status}")

    def _linked(self, kinds: str, given: tuple[Any, ...]) -> Callable[..., int]:
        from llvmlite import binding

        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        file = self._file(kinds, f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}")
        content = _read(file)
        if content is None:
            content = self._compiled(given)
            keep(file, sha256(content).digest() + content)
        name, _, code = content.partition(b"\n")
        target = binding.Target.from_default_triple()
        engine = binding.create_mcjit_compiler(
            binding.parse_assembly(""), target.create_target_machine(codemodel="jitdefault", jit=True)
        )
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
        engine.finalize_object()
        self._engines.append(engine)
        words = [ctypes.c_int64 for _ in _words(given)]
        kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *words)
        return kind(engine.get_function_address(name.decode()))

    def _file(self, kinds: str, processor: str) -> Path:
        source = Path(self._function.__code__.co_filename)
        made_from = (source.read_text(), digest_of(source), kinds, processor, version("numba"))
        digest = sha256("\n".join(made_from).encode()).hexdigest()[:32]
        return place("kernels", f"{self._function.__name__}-{digest}.o")

    def _compiled(self, given: tuple[Any, ...]) -> bytes:
        """The name of the function in its object file, and the file."""
        load()  # so that the kernels that it calls are compiled
        import numba

        compiler: Any = numba
        made = compiler.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)(self._function)
        signature = compiler.void(*(compiler.typeof(each) for each in given))
        made.compile(signature)
        compiled = made.overloads[signature.args]
        outside = set(_OUTSIDE.findall(compiled.library.get_llvm_str()))
        assert not outside, (
            f"{self._function.__qualname__} would need {outside} when it is called without Numba"
        )
        _, _, (code, _) = compiled.library.serialize_using_object_code()
        return f"{compiled.fndesc.llvm_func_name}\n".encode() + bytes(code)


def _read(file: Path) -> bytes | None:
    """What was kept; None if it is not there or is damaged."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    return content[_DIGEST:] if sha256(content[_DIGEST:]).digest() == content[:_DIGEST] else None


def _kinds(given: Iterable[Any]) -> Iterator[str]:
    for each in given:
        if isinstance(each, np.ndarray):
            assert each.flags.carray, "in C order, and not only to be read"
            yield f"{each.dtype.str}{each.ndim}"
        elif isinstance(each, tuple):
            yield f"{type(each).__name__}({' '.join(_kinds(each))})"
        else:
            assert type(each) is int
            yield "int"


def _words(given: Iterable[Any]) -> Iterator[int]:
    """As Numba passes them. An array: owner, Python's object, elements, their size, where; shape; strides."""
    for each in given:
        if isinstance(each, np.ndarray):
            yield from (0, 0, each.size, each.itemsize, each.ctypes.data, *each.shape, *each.strides)
        elif isinstance(each, tuple):
            yield from _words(each)
        else:
            yield each
