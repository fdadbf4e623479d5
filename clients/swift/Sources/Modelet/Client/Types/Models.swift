/// A modelet by name.
public struct Model: Codable, Sendable, Equatable {
  public let id: String
  /// When it was published: Unix time.
  public let created: Int
  public let object: String
  public let ownedBy: String

  init(id: String, created: Int, ownedBy: String) {
    (self.id, self.created, object, self.ownedBy) = (id, created, "model", ownedBy)
  }

  enum CodingKeys: String, CodingKey {
    case id, created, object
    case ownedBy = "owned_by"
  }
}

/// A whole list: `data`, and iteration over it.
public struct ModelsPage: Codable, Sendable, Equatable, Sequence {
  public let data: [Model]
  public let object: String

  init(data: [Model]) { (self.data, object) = (data, "list") }

  public func makeIterator() -> IndexingIterator<[Model]> { data.makeIterator() }
}
