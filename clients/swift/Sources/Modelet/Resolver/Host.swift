import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a machine is, as far as the choice of a variant depends on it (resolver/SPEC.md, "Host").
struct HostDescription: Sendable {
  /// Architecture, system and C library, as variants name them.
  let triple: String
  /// Nil: those of this machine, looked up when they are asked for.
  private let known: Set<String>?
  private let glibc: Version?

  init(triple: String, features: Set<String>?, glibc: Version?) {
    (self.triple, known, self.glibc) = (triple, features, glibc)
  }

  /// Processor features by the names of resolver/SPEC.md, those only that the operating system has enabled.
  var features: Set<String> { known ?? Self.detectFeatures() }

  /// Whether the host meets a feature, `glibc:2.28` (at least) included.
  func has(_ feature: String) -> Bool {
    guard feature.hasPrefix("glibc:") else { return features.contains(feature) }
    guard let glibc, let wanted = Version(String(feature.dropFirst(6))) else { return false }
    return glibc >= wanted
  }

  /// The machine this process runs on.
  static var current: HostDescription {
    #if os(macOS)
      HostDescription(triple: "\(architecture)-macos", features: nil, glibc: nil)
    #elseif os(iOS)
      HostDescription(triple: "\(architecture)-ios", features: nil, glibc: nil)
    #elseif os(Android)
      HostDescription(triple: "\(architecture)-android", features: nil, glibc: nil)
    #else
      linux
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "unknown"
    #endif
  }

  private static var linux: HostDescription {
    let version = glibcVersion()
    return HostDescription(triple: "\(architecture)-linux-\(version == nil ? "musl" : "gnu")", features: nil, glibc: version)
  }

  /// The C library's version; nil where it is another one, which lacks the function.
  private static func glibcVersion() -> Version? {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "gnu_get_libc_version") else { return nil }
    let version = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafePointer<CChar>).self)
    return Version(String(cString: version()))
  }

  private static func detectFeatures() -> Set<String> {
    #if canImport(Darwin)
      let words = macWordNames.compactMap { name in controlText(name).map { "\(name): \($0)" } }
      let flags = macFlagNames.compactMap { name in controlNumber(name).map { "\(name): \($0)" } }
      return Modelet.features(sysctl: (words + flags).joined(separator: "\n"))
    #else
      return Modelet.features(cpuinfo: firstProcessor())
    #endif
  }

  #if canImport(Darwin)
    private static func controlText(_ name: String) -> String? {
      var size = 0
      guard sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    private static func controlNumber(_ name: String) -> Int32? {
      var value: Int32 = 0
      var size = MemoryLayout<Int32>.size
      return sysctlbyname(name, &value, &size, nil, 0) == 0 ? value : nil
    }
  #else
    /// The beginning of /proc/cpuinfo: the whole file takes the kernel long on a machine with many processors.
    private static func firstProcessor() -> String {
      guard let file = fopen("/proc/cpuinfo", "r") else { return "" }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 16384)
      let count = fread(&bytes, 1, bytes.count, file)
      return String(decoding: bytes[..<count], as: UTF8.self)
    }
  #endif
}

/// Major and minor of a version.
struct Version: Comparable, Sendable {
  let major: Int
  let minor: Int

  /// Nil for what is no version, so that a requirement on it is never met by accident.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].utf8.allSatisfy(Self.isDigit), parts[1].utf8.allSatisfy(Self.isDigit) else { return nil }
    guard let major = Int(parts[0]), let minor = Int(parts[1]) else { return nil }
    (self.major, self.minor) = (major, minor)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  static func < (left: Self, right: Self) -> Bool { (left.major, left.minor) < (right.major, right.minor) }
}
