import CModelet

// Which variant a host takes, and why each of the others was left (resolver/SPEC.md, "Choice").
//
// Pure: decides from an index's annotations and a description of the host; nothing is opened or loaded.

/// A variant with the verdict: `isTaken` for one of them, and the reason, a sentence for people.
struct Considered: Sendable {
  let variant: Variant
  let isTaken: Bool
  let reason: String
}

private let abiVersion = Int(MODELET_ABI_VERSION)

/// The variant to load. Throws `no_variant`, or `abi_mismatch` when only the version of the interface is wrong.
func choose(_ name: String, _ variants: [Variant], _ host: HostDescription) throws -> Variant {
  if let best = place(variants, host) { return variants[best] }
  let reasons = explain(variants, host).map { "\n  \($0.variant.triple): \($0.reason)" }.joined()
  let isForAbiAlone = variants.contains { runs($0, host) && $0.abi != abiVersion }
  let why = reasons.isEmpty ? " The artifact has no variants." : reasons
  throw ResolverError(isForAbiAlone ? .abiMismatch : .noVariant, "Nothing in \(name) runs on this host (\(host.triple)).\(why)")
}

/// Every variant with its verdict, in the index's order. Of equal entries the first is taken.
func explain(_ variants: [Variant], _ host: HostDescription) -> [Considered] {
  let best = place(variants, host)
  let fitting = variants.filter { obstacle($0, host) == nil }.count
  return variants.enumerated().map { index, variant in
    let reason = obstacle(variant, host) ?? ranking(variant, isBest: index == best, fitting, host)
    return Considered(variant: variant, isTaken: index == best, reason: reason)
  }
}

/// Where the best is.
private func place(_ variants: [Variant], _ host: HostDescription) -> Int? {
  variants.indices.filter { obstacle(variants[$0], host) == nil }.reduce(nil) { best, index in
    guard let best else { return index }
    return isBefore(variants[index], variants[best], host) ? index : best
  }
}

/// Why a variant cannot run on a host; nil if it can.
private func obstacle(_ variant: Variant, _ host: HostDescription) -> String? {
  if variant.triple != host.triple { return "it is built for \(variant.triple), and this host is \(host.triple)" }
  let absent = variant.required.filter { !host.has($0) }
  if !absent.isEmpty { return "it needs \(absent.joined(separator: ", ")), which this host lacks" }
  if variant.abi == abiVersion { return nil }
  return "it speaks version \(variant.abi) of the C interface, and this client version \(abiVersion)"
}

private func runs(_ variant: Variant, _ host: HostDescription) -> Bool {
  variant.triple == host.triple && variant.required.allSatisfy(host.has)
}

/// Most preferred features present, then highest priority, then the smaller digest, so that all agree.
private func isBefore(_ left: Variant, _ right: Variant, _ host: HostDescription) -> Bool {
  let counts = (present(left, host), present(right, host))
  if counts.0 != counts.1 { return counts.0 > counts.1 }
  if left.priority != right.priority { return left.priority > right.priority }
  return left.blob.digest < right.blob.digest
}

private func present(_ variant: Variant, _ host: HostDescription) -> Int { variant.preferred.filter(host.has).count }

private func ranking(_ variant: Variant, isBest: Bool, _ fitting: Int, _ host: HostDescription) -> String {
  let count = "\(present(variant, host)) of its \(variant.preferred.count) preferred features, priority \(variant.priority)"
  if !isBest { return "it fits, and ranks behind the one taken: \(count)" }
  return fitting == 1 ? "the only one that fits: \(count)" : "the best of \(fitting) that fit: \(count)"
}
