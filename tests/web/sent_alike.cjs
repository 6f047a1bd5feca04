// Scripts as they are written and as they are sent, told node by node: which of them differ?
// A variable is told by where it is declared, for it may have a short name as it is sent; and whether `const` is said once
// or twice means nothing, nor do blanks.
const ts = require(process.argv[2] + "/typescript");
const K = ts.SyntaxKind;
const told = (text) => {
  const file = ts.createSourceFile("a.js", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const host = {
    getSourceFile: (name) => (name === "a.js" ? file : undefined),
    fileExists: () => false,
    readFile: () => "",
    getDefaultLibFileName: () => "",
    getCurrentDirectory: () => "",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "",
    writeFile: () => {},
  };
  const checker = ts
    .createProgram(["a.js"], {allowJs: true, noLib: true, noResolve: true, target: 99}, host)
    .getTypeChecker();
  const [out, met] = [[], new Map()];
  const variable = (node, symbol) => {
    const at = symbol?.declarations?.[0]?.getSourceFile() === file ? symbol.declarations[0] : null;
    if (!at) return out.push(node.text);
    if (!met.has(at)) met.set(at, met.size);
    out.push("#" + met.get(at));
  };
  const visit = (node) => {
    if (node.kind === K.VariableStatement && !node.modifiers) return ts.forEachChild(node, visit);
    if (node.kind === K.VariableDeclarationList) return ts.forEachChild(node, visit);
    if (ts.isShorthandPropertyAssignment(node)) {
      out.push(K.PropertyAssignment, 0, K.Identifier, 0, node.name.text, K.Identifier, 0);
      variable(node.name, checker.getShorthandAssignmentValueSymbol(node));
      return;
    }
    out.push(node.kind, ts.isVariableDeclaration(node) ? node.parent.flags & 3 : 0);
    const isPattern = ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken;
    if ((isPattern || ts.isImportSpecifier(node)) && !node.propertyName) out.push(K.Identifier, 0, node.name.text);
    if (ts.isIdentifier(node)) {
      const {parent} = node;
      const isName =
        (ts.isPropertyAccessExpression(parent) ||
          ts.isMetaProperty(parent) ||
          ts.isPropertyAssignment(parent) ||
          ts.isMethodDeclaration(parent) ||
          ts.isPropertyDeclaration(parent) ||
          ts.isAccessor(parent)) &&
        parent.name === node;
      if (isName || parent.propertyName === node) out.push(node.text);
      else variable(node, checker.getSymbolAtLocation(node));
    } else if (node.text !== undefined && !ts.isSourceFile(node))
      out.push(node.text.replace(/\s+/g, " ").replace(/ ?([<>]) ?/g, "$1"));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return JSON.stringify(out);
};
const pairs = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(pairs.filter(([, was, is]) => told(was) !== told(is)).map(([name]) => name)));
