import { watch } from 'node:fs'
import path from 'node:path'
import { build, root } from './prepare.mjs'

// Builds the pages again some moments after the last change below web/ and contract/.
let timer
let building = Promise.resolve()
for (const folder of ['web', 'contract']) {
  watch(path.join(root, folder), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void (building = building.then(build)), 300)
  })
}
