import { HttpError } from '../errors.ts'

/** A workbook that cannot be taken; says why in words for the user. */
export class WorkbookError extends HttpError {
  constructor(message: string) {
    super(422, message)
    this.name = 'WorkbookError'
  }
}
