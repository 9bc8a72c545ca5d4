/** Size of all parts of an upload but its last, in bytes. */
export const PART_BYTES = 2 * 1024 * 1024
