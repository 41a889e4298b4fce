// Stands in for the code of a contract during one call, so that its storage can be read. Takes slots of 32 bytes; answers a word
// that shows that this code ran, and then the value of each slot.
object "SlotReader" {
  code {
    let n := calldatasize()
    mstore(0, 0xc0de51075c0de51075c0de51075c0de51075c0de51075c0de51075c0de51075)
    for { let i := 0 } lt(i, n) { i := add(i, 32) } {
      mstore(add(i, 32), sload(calldataload(i)))
    }
    return(0, add(n, 32))
  }
}
