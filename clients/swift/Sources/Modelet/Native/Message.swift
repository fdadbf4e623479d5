import CModelet

let MODELET_OK = modelet_status(0)
let MODELET_MESSAGE = modelet_status(1)
let MODELET_END = modelet_status(2)
let MODELET_PENDING = modelet_status(3)

extension modelet_message {
  /// A struct to be written to.
  static var empty: modelet_message {
    modelet_message(size: UInt32(MemoryLayout<modelet_message>.size), tensor_count: 0, json: 0, json_bytes: 0, tensors: 0, owner: 0)
  }

  var jsonBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: UInt(json)), count: Int(json_bytes))
  }

  var tensorStructs: UnsafeBufferPointer<modelet_tensor> {
    UnsafeBufferPointer(start: UnsafePointer(bitPattern: UInt(tensors)), count: Int(tensor_count))
  }
}

/// One answer, released when neither it nor one of its tensors is in use any more.
struct Message: Sendable {
  private let memory: Memory

  /// The library's memory.
  private final class Memory: @unchecked Sendable {
    let library: Library
    var message: modelet_message

    init(_ library: Library, _ message: modelet_message) { (self.library, self.message) = (library, message) }

    deinit { library.functions.release(&message) }
  }

  init(_ library: Library, _ message: modelet_message) { memory = Memory(library, message) }

  var text: String { withExtendedLifetime(memory) { String(decoding: memory.message.jsonBytes, as: UTF8.self) } }

  /// Throws `Failure` (`invalid_answer`), which is a defect of the library.
  func json() throws -> JSON {
    do {
      return try withExtendedLifetime(memory) { try JSON(parsing: memory.message.jsonBytes) }
    } catch let error as JSONError {
      throw Failure(500, ErrorObject("the answer is not JSON: \(error.message)", type: "server_error", code: "invalid_answer"))
    }
  }

  /// The tensors, over the answer's memory.
  func tensors() throws -> [Tensor] {
    try memory.message.tensorStructs.map { found in
      let shape = UnsafeBufferPointer(start: UnsafePointer<Int64>(bitPattern: UInt(found.shape)), count: Int(found.rank)).map(Int.init)
      let bytes = UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: UInt(found.data)), count: Int(found.bytes))
      return try Tensor(dtype: found.name, shape: shape, storage: TensorStorage(bytes, owner: memory))
    }
  }

  /// What an error message says.
  var failure: Failure {
    guard let json = try? json(), let error = json["error"] else {
      return Failure(500, ErrorObject(text, type: "server_error", code: "invalid_answer"))
    }
    return Failure(json["status"]?.int ?? 500, ErrorObject(json: error))
  }
}

extension modelet_tensor {
  var name: String {
    withUnsafeBytes(of: dtype) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// A request: JSON text, which is copied when the call starts, and tensors, which are borrowed until it has finished.
final class Request: @unchecked Sendable {
  private let json: [UInt8]
  private let tensors: [Tensor]
  private let shapes: UnsafeMutableBufferPointer<Int64>
  private let structs: UnsafeMutableBufferPointer<modelet_tensor>

  init(_ json: [UInt8], tensors: [Tensor]) {
    (self.json, self.tensors) = (json, tensors)
    shapes = .allocate(capacity: tensors.reduce(0) { $0 + $1.shape.count })
    structs = .allocate(capacity: tensors.count)
    _ = shapes.initialize(from: tensors.flatMap { $0.shape.map(Int64.init) })
    var place = 0
    for (index, tensor) in tensors.enumerated() {
      structs.initializeElement(at: index, to: describe(tensor, shapeAt: place))
      place += tensor.shape.count
    }
  }

  private func describe(_ tensor: Tensor, shapeAt place: Int) -> modelet_tensor {
    var described = modelet_tensor()
    described.size = UInt32(MemoryLayout<modelet_tensor>.size)
    described.rank = UInt32(tensor.shape.count)
    withUnsafeMutableBytes(of: &described.dtype) { $0.copyBytes(from: tensor.dtype.utf8) }
    described.shape = tensor.shape.isEmpty ? 0 : address(shapes.baseAddress.map { $0 + place })
    tensor.withUnsafeBytes { bytes in  // the tensor, and so its memory, lives as long as this request
      described.data = bytes.isEmpty ? 0 : address(bytes.baseAddress)
      described.bytes = UInt64(bytes.count)
    }
    described.device_type = 1  // DLPack's CPU
    return described
  }

  private func address(_ pointer: UnsafeRawPointer?) -> UInt64 { UInt64(UInt(bitPattern: pointer)) }

  /// Lends the request as the C interface has it.
  func withMessage<Result>(_ body: (UnsafePointer<modelet_message>) throws -> Result) rethrows -> Result {
    try json.withUnsafeBytes { bytes in
      var message = modelet_message.empty
      message.json = address(bytes.baseAddress)
      message.json_bytes = UInt64(bytes.count)
      message.tensors = structs.isEmpty ? 0 : address(structs.baseAddress)
      message.tensor_count = UInt32(structs.count)
      return try body(&message)
    }
  }

  deinit {
    shapes.deallocate()
    structs.deallocate()
  }
}
