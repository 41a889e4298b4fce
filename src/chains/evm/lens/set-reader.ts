import type { Hex } from '../../address.ts'
import { selectorOf } from '../viem.ts'

/** Runtime code of `set-reader.yul` for the Paris fork, so that it runs where PUSH0 is unknown. */
export const SET_READER: Hex =
  '0x602038601f190160003960005160028101905b81811081541516156024576001016012565b806000526004361160001460475750600435602060002001546000525b60206000f35b54600052604156'

/** Code that reads the set at a slot or up to two after it, in place of the code of the contract that keeps it. */
export function setReader(slot: number): { code: Hex } {
  return { code: `${SET_READER}${slot.toString(16).padStart(64, '0')}` }
}

/** How that code is asked, as a registry of pools is. */
export const READ_SET = {
  count: selectorOf('function length() view returns (uint256)'),
  item: selectorOf('function at(uint256 index) view returns (address)'),
}
