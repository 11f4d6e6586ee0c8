// Folders must not import each other, not even in a longer circle. A config of its own, because the tests of a folder may import any other folder.
import { options } from './.dependency-cruiser.mjs'

export default {
  forbidden: [
    {
      name: 'no-folders-that-import-each-other',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: `${options.exclude.path}|/testing/|\\.test\\.tsx?$` } },
}
