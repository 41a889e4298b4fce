// Stands in for the code of a contract during one call, so that a set in its storage can be read that none of its functions shows
// (OpenZeppelin's EnumerableSet). The last 32 bytes of the code are the slot of the set, or of fields before it that are zero, such as
// mappings: versions of a contract have up to two of them. Without an argument it answers how many values there are, with one the value
// at that place.
object "SetReader" {
  code {
    codecopy(0, sub(codesize(), 32), 32)
    let slot := mload(0)
    let last := add(slot, 2)
    for { } and(iszero(sload(slot)), lt(slot, last)) { } { slot := add(slot, 1) }
    mstore(0, slot)
    switch gt(calldatasize(), 4)
    case 0 { mstore(0, sload(slot)) }
    default { mstore(0, sload(add(keccak256(0, 32), calldataload(4)))) }
    return(0, 32)
  }
}
