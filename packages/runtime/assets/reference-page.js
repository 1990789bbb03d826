// Runs in the browser, in the page at /docs.
const { openapi } = document.getElementById("reference").dataset;

window.SwaggerUIBundle({
  url: openapi,
  dom_id: "#reference",
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "list",
  filter: true,
  tryItOutEnabled: true,
  // Otherwise the page would show the document to a website that checks it.
  validatorUrl: null,
});
