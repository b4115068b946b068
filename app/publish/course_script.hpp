// What the course's map does while one types. Plain JavaScript without a library: it runs from a file, with no server.
#pragma once

#include <string_view>

namespace publish {

inline constexpr std::string_view course_script = R"js(
(function () {
  "use strict";
  var box = document.getElementById("find"), said = document.getElementById("found");
  var keys = document.getElementById("keys"), map = document.getElementById("map");
  document.getElementById("search").hidden = false;

  function all(node, what) { return Array.prototype.slice.call(node.querySelectorAll(what)); }
  function plain(text) {
    return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/\s+/g, " ").trim();
  }
  function has_each(text, words) { return words.every(function (word) { return text.indexOf(word) >= 0; }); }
  function has_one(text, words) { return words.some(function (word) { return text.indexOf(word) >= 0; }); }

  var lessons = all(map, ".lesson").map(function (node) {
    return {
      node: node,
      link: node.querySelector("a"),
      text: plain(node.querySelector(".name").textContent + " " + node.querySelector(".goal").textContent),
      steps: all(node, "li").map(function (step) {
        return { node: step, link: step.querySelector("a"), text: plain(step.textContent) };
      }),
      more: node.querySelector("details")
    };
  });
  var hits = [];

  // A lesson is found by its name and goal; a step by its own words and its lesson's, one of its own among them.
  function show_lesson(lesson, words) {
    var searching = words.length > 0, own = searching && has_each(lesson.text, words);
    var steps = lesson.steps.filter(function (step) {
      return searching && has_each(lesson.text + " " + step.text, words) && has_one(step.text, words);
    });
    var some = steps.length > 0;
    lesson.steps.forEach(function (step) { step.node.hidden = some && steps.indexOf(step) < 0; });
    lesson.more.open = some;
    lesson.node.hidden = searching && !own && !some;
    if (own) hits.push(lesson.link);
    steps.forEach(function (step) { hits.push(step.link); });
  }

  function show() {
    var words = plain(box.value).split(" ").filter(Boolean), searching = words.length > 0;
    hits = [];
    lessons.forEach(function (lesson) { show_lesson(lesson, words); });
    all(map, ".class, .part").forEach(function (group) {
      group.hidden = searching && !all(group, ".lesson").some(function (node) { return !node.hidden; });
    });
    var name = hits.length === 0 ? "none" : hits.length === 1 ? "one" : "many";
    said.textContent = searching ? said.getAttribute("data-" + name).replace("{n}", hits.length) : "";
    keys.hidden = searching;
  }

  // From the box down to what was found, and up again.
  function move(by) {
    var at = hits.indexOf(document.activeElement) + by;
    if (at < 0) box.focus();
    else if (at < hits.length) hits[at].focus();
  }

  box.addEventListener("input", show);
  document.addEventListener("keydown", function (event) {
    if (event.isComposing) return;
    var typing = document.activeElement === box, letters = event.ctrlKey || event.metaKey;
    if ((event.key === "/" && !typing && !letters) || (event.key.toLowerCase() === "k" && letters)) {
      box.focus();
      box.select();
    } else if (event.key === "Escape" && box.value) {
      box.value = "";
      show();
      box.focus();
    } else if (event.key === "Enter" && typing && hits.length > 0) {
      hits[0].click();
    } else if (hits.length > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp") &&
               (typing || hits.indexOf(document.activeElement) >= 0)) {
      move(event.key === "ArrowDown" ? 1 : -1);
    } else {
      return;
    }
    event.preventDefault();
  });
  show();  // a browser that comes back keeps what was typed
})();
)js";

}  // namespace publish
