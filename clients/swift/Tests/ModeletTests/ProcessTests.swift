import Foundation
import Testing

@testable import Modelet

/// A probe that runs.
private struct Probe {
  let process: Process
  let pipe: Pipe

  func end() -> (status: Int32, reason: Process.TerminationReason, output: String) {
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, process.terminationReason, String(decoding: output, as: UTF8.self))
  }
}

/// Runs the probe, which is built beside the tests.
private func probe(_ argument: String, _ variables: [String: String] = [:]) throws -> Probe {
  let process = Process()
  process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
  let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  process.executableURL = tests.appendingPathComponent("Probe")
  process.arguments = [argument]
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  return Probe(process: process, pipe: pipe)
}

@Suite("A process")
struct ProcessTests {
  @Test(
    "ends while streams and calls are open, and by itself",
    arguments: [("ends", 7, "open\n"), ("forgets", 0, "open\n"), ("shares", 0, "shared\n")])
  func end(_ argument: String, _ status: Int32, _ output: String) throws {
    let ended = try probe(argument).end()
    #expect(ended.reason == .exit)
    #expect(ended.status == status)
    #expect(ended.output == output)
  }

  #if os(Linux)  // which says what a process has mapped
    @Test("maps weights, or copies them when it is told to", arguments: [("maps", "384 mapped\n"), ("copies", "384 copied\n")])
    func weights(_ argument: String, _ output: String) throws {
      #expect(try probe(argument).end().output == output)
    }
  #endif

  @Test("shares the records of verified files with others that make them at the same time")
  func records() throws {
    let folder = try TemporaryFolder()
    let variables = ["MODELET_HOME": folder.path, "MODELET_REGISTRY": "\(modeletHome())/registry"]
    let probes = try (0..<3).map { _ in try probe("verifies", variables) }
    #expect(probes.map { $0.end().output } == ["384\n", "384\n", "384\n"])
    let weights = try #require(try resolve("minilm").weights.values.first)
    #expect(isRecorded(folder.path, "sha256:\(weights.suffix(64))", try #require(try RegularFile(weights)?.status)))
  }
}
