// What is said where the page cannot work. Browsers that know no modules, or refuse them to files, read this alone.
(function () {
  var state = document.getElementById("state");
  if (location.protocol === "file:") {
    state.className = "wrong";
    state.textContent = "Browsers run no program from a file. Serve this folder, for example with `python3 -m http.server`, and open http://localhost:8000.";
  } else if (!window.WebAssembly || !("noModule" in HTMLScriptElement.prototype)) {
    state.className = "wrong";
    state.textContent = "This browser has no WebAssembly, which the page computes with. Every browser since 2023 has it; the program for the command line needs none.";
  }
})();
