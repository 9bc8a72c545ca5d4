import { contract } from '../../operations.ts'

/** Size of all parts of an upload but its last, in bytes. */
export const PART_BYTES = contract.operation('putFilePart').maxUploadBytes
