"""Hugging Face tokenizers: from a captured object to compiled tables, and the rules of the calls on it."""

from modelet_compiler.lowering.tokenizers import encoding_rules as _encoding_rules  # registers its rules
from modelet_compiler.lowering.tokenizers.adapter import NativeTokenizer, TokenizerAdapter
from modelet_compiler.lowering.tokenizers.encoding_type import BatchEncodingType

__all__ = ["ADAPTERS_HERE", "BatchEncodingType", "NativeTokenizer", "TokenizerAdapter"]

del _encoding_rules
ADAPTERS_HERE = (TokenizerAdapter(),)
