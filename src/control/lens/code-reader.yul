// Stands at an address without code during one call. Takes addresses of 32 bytes; answers for each the hash of its code, its size
// and its first 64 bytes.
object "CodeReader" {
  code {
    let n := div(calldatasize(), 32)
    let o := 0
    for { let i := 0 } lt(i, n) { i := add(i, 1) } {
      let a := calldataload(mul(i, 32))
      mstore(o, extcodehash(a))
      mstore(add(o, 32), extcodesize(a))
      mstore(add(o, 64), 0)
      mstore(add(o, 96), 0)
      extcodecopy(a, add(o, 64), 0, 64)
      o := add(o, 128)
    }
    return(0, o)
  }
}
