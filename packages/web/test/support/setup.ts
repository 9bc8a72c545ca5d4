import { configure } from '@testing-library/dom'

configure({
  // The screens are drawn by React's own scheduler, which is late on a busy machine.
  asyncUtilTimeout: 60_000,
  // The message alone: a whole page printed under it hides it.
  getElementError: (message) => new Error(message ?? 'no such element'),
})

// happy-dom lays nothing out. Tables and grids draw only what has room, so every element has some.
for (const [name, value] of [
  ['clientWidth', 1_200],
  ['clientHeight', 800],
  ['offsetWidth', 1_200],
  ['offsetHeight', 800],
] as const)
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
