import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_STEPS, NO_STEPS, redo, type Steps, undo, withStep } from '../src/ui/sheet/steps.ts'

interface Change {
  cell: number
  before: number
  after: number
}

/** A sheet of cells with its steps, and the same sheet as a list of all its earlier contents. */
interface Real {
  cells: number[]
  steps: Steps<Change>
}
interface Model {
  past: number[][]
  now: number[]
  future: number[][]
}

class Type implements fc.Command<Model, Real> {
  readonly cell: number
  readonly value: number

  constructor(cell: number, value: number) {
    this.cell = cell
    this.value = value
  }

  check = () => true

  run(model: Model, real: Real) {
    real.steps = withStep(real.steps, {
      cell: this.cell,
      before: real.cells[this.cell] ?? 0,
      after: this.value,
    })
    real.cells[this.cell] = this.value
    model.past = [...model.past, model.now].slice(-MOST_STEPS)
    model.now = model.now.with(this.cell, this.value)
    model.future = []
    expect(real.cells).toEqual(model.now)
  }
}

class Undo implements fc.Command<Model, Real> {
  check = () => true

  run(model: Model, real: Real) {
    const { steps, step } = undo(real.steps)
    real.steps = steps
    if (step) real.cells[step.cell] = step.before
    const before = model.past.pop()
    if (before) {
      model.future = [...model.future, model.now]
      model.now = before
    }
    expect(real.cells).toEqual(model.now)
  }
}

class Redo implements fc.Command<Model, Real> {
  check = () => true

  run(model: Model, real: Real) {
    const { steps, step } = redo(real.steps)
    real.steps = steps
    if (step) real.cells[step.cell] = step.after
    const after = model.future.pop()
    if (after) {
      model.past = [...model.past, model.now]
      model.now = after
    }
    expect(real.cells).toEqual(model.now)
  }
}

test('undo and redo lead through the contents that the sheet had, whatever was typed in between', () => {
  const commands = fc.commands(
    [
      fc.tuple(fc.nat(3), fc.nat(9)).map(([cell, value]) => new Type(cell, value)),
      fc.constant(new Undo()),
      fc.constant(new Redo()),
    ],
    { maxCommands: 60 },
  )
  fc.assert(
    fc.property(commands, (run) => {
      fc.modelRun(
        () => ({
          model: { past: [], now: [0, 0, 0, 0], future: [] },
          real: { cells: [0, 0, 0, 0], steps: NO_STEPS },
        }),
        run,
      )
    }),
  )
})

test('keeps the latest 200 steps', () => {
  let steps: Steps<number> = NO_STEPS
  for (let step = 0; step < MOST_STEPS + 50; step += 1) steps = withStep(steps, step)
  expect(steps.done).toHaveLength(200)
  expect(steps.done[0]).toBe(50)
})
