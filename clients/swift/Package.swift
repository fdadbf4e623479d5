// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Modelet",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "Modelet", targets: ["Modelet"])],
  targets: [
    .target(name: "CModelet"),
    .target(name: "Modelet", dependencies: ["CModelet"]),
    .target(
      name: "LinkedFake", dependencies: ["CModelet"], path: "Tests/LinkedFake", exclude: ["fake.inc"], cSettings: [.headerSearchPath(".")]),
    .executableTarget(name: "Probe", dependencies: ["Modelet"], path: "Tests/Probe"),
    .testTarget(name: "ModeletTests", dependencies: ["Modelet", "LinkedFake", "Probe"]),
  ],
  swiftLanguageModes: [.v6]
)
