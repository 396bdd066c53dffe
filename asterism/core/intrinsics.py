"""Functions that Numba lacks, written as LLVM code: a memory prefetch, and a local array held in a register.

Interpreted, `prefetch` does nothing and `at_hand` makes a small array.
"""

from __future__ import annotations

from typing import Any

from .mode import COMPILED

if COMPILED:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    code: Any = cgutils  # it has no types

    def prefetched(typing: Any, rows: Any, row: Any) -> Any:
        """Ask for the memory of `rows[row]`, which will be wanted soon, and do not wait for it."""

        def lines(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            kind, byte, number = signature.args[0], ir.IntType(8), ir.IntType(32)
            array = context.make_array(kind)(context, builder, values[0])
            size = code.unpack_tuple(builder, array.strides, kind.ndim)[0]
            if isinstance(kind.dtype, types.Record):
                size = size.type(kind.dtype.size)  # known here: no loop is left
            wanted = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), number, number, number])
            fetch = code.get_or_insert_function(builder.module, wanted, "llvm.prefetch.p0")
            begin = builder.gep(builder.bitcast(array.data, byte.as_pointer()), [builder.mul(values[1], size)])
            count = builder.add(builder.lshr(size, size.type(6)), size.type(1))  # of 64 bytes, the last one begun
            with code.for_range(builder, count) as loop:
                place = builder.gep(begin, [builder.shl(loop.index, loop.index.type(6))])
                builder.call(fetch, [place, number(0), number(3), number(1)])  # to read, to keep, data
            return context.get_dummy_value()

        return types.void(rows, types.intp), lines

    prefetch: Any = intrinsic(prefetched)

    def kept_at_hand(typing: Any, like: Any) -> Any:
        """An array of one element, 0, of the kind of another's, in the frame of the function that asks for it: nothing
        else can point there, so it is held in a register as far as what is called is inlined."""
        kind = types.Array(like.dtype, 1, "C")

        def place(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            element = context.get_data_type(like.dtype)
            one, size = (context.get_constant(types.intp, n) for n in (1, context.get_abi_sizeof(element)))
            array = context.make_array(kind)(context, builder)
            data = builder.bitcast(code.alloca_once(builder, element, zfill=True), array.data.type)
            context.populate_array(array, data=data, shape=[one], strides=[size], itemsize=size, meminfo=None)
            return array._getvalue()

        return kind(like), place

    at_hand: Any = intrinsic(kept_at_hand)
else:

    def prefetch(rows: Any, row: Any) -> None:
        """Ask for the memory of `rows[row]`, which will be wanted soon, and do not wait for it."""

    def at_hand(like: Any) -> Any:
        """An array of one element, 0, of the kind of another's."""
        return like[:1] * 0
