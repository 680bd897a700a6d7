'use strict';
// What the pages share.
const parts = (() => {
  function element(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
      else if (value === true) node.setAttribute(name, '');
      else if (value !== false && value != null) node.setAttribute(name, value);
    }
    node.append(...children.filter(child => child != null && child !== ''));
    return node;
  }

  // Puts a node for each item, which has an id of its own, into a list; a node whose item has not changed is left alone,
  // as the reader has it.
  function replace(list, items, make) {
    const before = new Map([...list.children].map(node => [node.id, node]));
    let at = list.firstChild;
    const nodes = items.map(item => {
      const text = JSON.stringify(item);
      const old = before.get(item.id);
      if (old?.item === text) {
        if (old === at) at = at.nextSibling;
        else list.insertBefore(old, at);
        return old;
      }
      const node = make(item, old);
      node.id = item.id;
      node.item = text;
      if (old === at && old) at = at.nextSibling;
      old?.remove();
      list.insertBefore(node, at);
      return node;
    });
    while (at) {
      const next = at.nextSibling;
      at.remove();
      at = next;
    }
    return nodes;
  }

  return { element, replace };
})();
