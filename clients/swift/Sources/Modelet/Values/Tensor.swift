import CModelet

/// Elements that a tensor's bytes are read as.
public protocol TensorElement: BitwiseCopyable, Sendable {
  /// numpy's name.
  static var dtype: String { get }
}

extension Int8: TensorElement { public static var dtype: String { "int8" } }
extension Int16: TensorElement { public static var dtype: String { "int16" } }
extension Int32: TensorElement { public static var dtype: String { "int32" } }
extension Int64: TensorElement { public static var dtype: String { "int64" } }
extension UInt8: TensorElement { public static var dtype: String { "uint8" } }
extension UInt16: TensorElement { public static var dtype: String { "uint16" } }
extension UInt32: TensorElement { public static var dtype: String { "uint32" } }
extension UInt64: TensorElement { public static var dtype: String { "uint64" } }
extension Float: TensorElement { public static var dtype: String { "float32" } }
extension Double: TensorElement { public static var dtype: String { "float64" } }

/// A C-contiguous tensor: a numpy array as a program in Swift has it.
///
/// `dtype` is numpy's name. The memory is never written; of an answer it is the library's own, not a copy, and stays as long as a
/// tensor refers to it.
public struct Tensor: Sendable {
  public let dtype: String
  public let shape: [Int]
  let storage: TensorStorage
  private let offset: Int

  /// Bytes of an element by dtype.
  static let sizes = [
    "bool": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8, "float16": 2,
    "bfloat16": 2, "float32": 4, "float64": 8, "complex64": 8, "complex128": 16,
  ]

  /// A copy of `elements` with a shape, whose product is their number; one dimension by default.
  public init<Element: TensorElement>(_ elements: [Element], shape: [Int]? = nil) throws {
    let bytes = elements.withUnsafeBytes { TensorStorage(copying: $0) }
    try self.init(dtype: Element.dtype, shape: shape ?? [elements.count], storage: bytes)
  }

  /// A copy of an array's bytes, little-endian, of any dtype that numpy has: `float16`, `bool`, `complex64` and so on.
  public init(dtype: String, shape: [Int], bytes: [UInt8]) throws {
    try self.init(dtype: dtype, shape: shape, storage: bytes.withUnsafeBytes { TensorStorage(copying: $0) })
  }

  /// Over memory as it is.
  init(dtype: String, shape: [Int], storage: TensorStorage) throws {
    guard let size = Self.sizes[dtype] else {
      let known = Self.sizes.keys.sorted().joined(separator: ", ")
      throw FunctionError("a tensor of dtype \(dtype) cannot be passed; those that can: \(known)")
    }
    guard let wanted = Self.bytes(shape, of: size), wanted == storage.count else {
      throw FunctionError("a \(dtype) tensor of shape \(shape) has other bytes than \(storage.count)")
    }
    self.init(dtype: dtype, shape: shape, storage: storage, offset: 0)
  }

  private init(dtype: String, shape: [Int], storage: TensorStorage, offset: Int) {
    self.dtype = dtype
    self.shape = shape
    self.storage = storage
    self.offset = offset
  }

  /// The product of sizes; nil when one is negative or it is too large.
  private static func bytes(_ shape: [Int], of size: Int) -> Int? {
    var product = size
    for dimension in shape {
      let (next, isTooLarge) = product.multipliedReportingOverflow(by: dimension)
      if dimension < 0 || isTooLarge { return nil }
      product = next
    }
    return product
  }

  /// The number of elements.
  public var count: Int { shape.reduce(1, *) }

  /// Lends the bytes.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    let size = count * (Self.sizes[dtype] ?? 0)
    return try withExtendedLifetime(storage) {
      try body(UnsafeRawBufferPointer(rebasing: storage.bytes[offset..<(offset + size)]))
    }
  }

  /// The elements, copied. A TypeError (`FunctionError`) unless `dtype` is theirs.
  public func array<Element: TensorElement>(of element: Element.Type = Element.self) throws -> [Element] {
    guard dtype == Element.dtype else { throw FunctionError("a \(dtype) tensor has no elements of \(Element.dtype)") }
    return withUnsafeBytes { bytes in
      [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
        if !bytes.isEmpty { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes) }
        initialized = count
      }
    }
  }

  /// `tensor[row]`, over the same memory; nil for a row that is not there.
  public func row(_ row: Int) -> Tensor? {
    guard let rows = shape.first, row >= 0, row < rows else { return nil }
    let rest = Array(shape.dropFirst())
    let size = rest.reduce(1, *) * (Self.sizes[dtype] ?? 0)
    return Tensor(dtype: dtype, shape: rest, storage: storage, offset: offset + row * size)
  }
}

extension Tensor: Equatable {
  /// Equal dtype, shape and bytes.
  public static func == (left: Tensor, right: Tensor) -> Bool {
    guard left.dtype == right.dtype, left.shape == right.shape else { return false }
    return left.withUnsafeBytes { left in right.withUnsafeBytes { left.elementsEqual($0) } }
  }
}

/// Memory that nobody writes, and what keeps it alive.
final class TensorStorage: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  private let owner: AnyObject?

  var count: Int { bytes.count }

  init(copying bytes: UnsafeRawBufferPointer) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    if !bytes.isEmpty { memory.copyMemory(from: bytes) }
    self.bytes = UnsafeRawBufferPointer(memory)
    owner = nil
  }

  /// Memory that is valid while `owner` is.
  init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject) {
    self.bytes = bytes
    self.owner = owner
  }

  deinit {
    if owner == nil { bytes.deallocate() }
  }
}
