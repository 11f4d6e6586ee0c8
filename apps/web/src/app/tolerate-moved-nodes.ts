/**
 * Lets React remove nodes, and insert beside nodes, that a translator or an extension has moved or replaced: without this, React throws and the page
 * is gone. The app's own texts do not need it (decision 057); libraries and extensions that move elements do.
 */
export function tolerateMovedNodes(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = (child) => {
    if (child.parentNode) removeChild.call(child.parentNode, child)
    return child
  }
  // Before the element that now surrounds the sibling, or at the end if the sibling is gone.
  Node.prototype.insertBefore = function (node, sibling) {
    let before: Node | null = sibling
    while (before && before.parentNode !== this) before = before.parentNode
    insertBefore.call(this, node, before)
    return node
  }
}
