// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Search",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "PhoneSearch", targets: ["PhoneSearch"])],
  dependencies: [.package(path: "../../../clients/swift")],
  targets: [
    .executableTarget(name: "search", dependencies: [.product(name: "Modelet", package: "swift")]),
    // An app for iOS links the archives that CMiniLM declares; see README.md.
    .target(name: "CMiniLM", dependencies: [.product(name: "Modelet", package: "swift")]),
    .target(name: "PhoneSearch", dependencies: ["CMiniLM", .product(name: "Modelet", package: "swift")]),
  ],
  swiftLanguageModes: [.v6]
)
