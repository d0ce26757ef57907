import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Driver for crawler-commons. Arguments: KIND FOLDER QUESTIONS ROUNDS; see ../../../../../drivers.go. */
public final class Main {
  private static final String ORIGIN = "https://example.com";
  private static final double SLOW = 10e9; // nanoseconds: a first run as slow as this is the figure
  private static final double WARM = 3e9; // nanoseconds of warm-up, so that the compilers have settled
  private static final double LEAST = 100e6; // nanoseconds of one repetition
  private static final double BUDGET = 15e9; // nanoseconds of all repetitions

  /** Work that is done once, and returns the verdicts that allow. */
  private interface Run {
    int once();
  }

  /** One question; the token in lower case, as the parser wants it. */
  private static final class Question {
    final byte[] body;
    final String name;
    final List<String> token;
    final String url;
    SimpleRobotRules rules;

    Question(byte[] body, String name, String token, String path) {
      this.body = body;
      this.name = name;
      this.token = List.of(token.toLowerCase(Locale.ROOT));
      this.url = ORIGIN + path;
    }
  }

  private final Map<String, byte[]> bodies = new LinkedHashMap<>();
  private final List<Question> questions = new ArrayList<>();
  private final SimpleRobotRulesParser parser = new SimpleRobotRulesParser();
  private double units;
  private int failed;

  private Main(Path folder, Path list) throws IOException {
    for (String line : Files.readAllLines(list, StandardCharsets.ISO_8859_1)) {
      String[] parts = line.split("\t", -1);
      byte[] body = bodies.get(parts[0]);
      if (body == null) {
        body = Files.readAllBytes(folder.resolve(parts[0]));
        bodies.put(parts[0], body);
      }
      questions.add(new Question(body, parts[0], parts[1], parts[2]));
    }
  }

  /** Returns null where the library throws. */
  private SimpleRobotRules parse(byte[] body, List<String> token) {
    try {
      return parser.parseContent(ORIGIN + "/robots.txt", body, "text/plain", token);
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static int allowed(SimpleRobotRules rules, String url) {
    return rules == null || rules.isAllowed(url) ? 1 : 0;
  }

  private Run task(String kind) {
    switch (kind) {
      case "parse":
        return parseTask();
      case "one-shot":
        units = questions.size();
        return () -> {
          int n = 0;
          for (Question q : questions) {
            n += allowed(parse(q.body, q.token), q.url);
          }
          return n;
        };
      case "agents": // the library parses for one token at a time
        units = 1;
        return () -> {
          int n = 0;
          for (Question q : questions) {
            n += parse(q.body, q.token) != null ? 1 : 0;
          }
          return n;
        };
      default:
        return matchTask();
    }
  }

  private Run parseTask() {
    List<String> token = List.of("googlebot");
    for (byte[] body : bodies.values()) {
      units += body.length;
      failed += parse(body, token) == null ? 1 : 0;
    }
    return () -> {
      int n = 0;
      for (byte[] body : bodies.values()) {
        n += parse(body, token) != null ? 1 : 0;
      }
      return n;
    };
  }

  private Run matchTask() {
    Map<String, SimpleRobotRules> compiled = new HashMap<>();
    for (Question q : questions) {
      String key = q.name + "\t" + q.token;
      if (!compiled.containsKey(key)) {
        compiled.put(key, parse(q.body, q.token));
        failed += compiled.get(key) == null ? 1 : 0;
      }
      q.rules = compiled.get(key);
    }
    units = questions.size();
    return () -> {
      int n = 0;
      for (Question q : questions) {
        n += allowed(q.rules, q.url);
      }
      return n;
    };
  }

  private static double measure(Run run, int rounds, int[] count) {
    long start = System.nanoTime();
    count[0] = run.once();
    double last = System.nanoTime() - start;
    if (last > SLOW) {
      return last;
    }
    for (double warm = last; warm < WARM; warm += last) {
      start = System.nanoTime();
      run.once();
      last = System.nanoTime() - start;
    }
    int loops = 1 + (int) (LEAST / Math.max(last, 100));
    double[] samples = new double[rounds];
    int taken = 0;
    for (double spent = 0; taken < rounds && spent < BUDGET; taken++) {
      System.gc();
      start = System.nanoTime();
      for (int i = 0; i < loops; i++) {
        if (run.once() != count[0]) {
          throw new IllegalStateException("answers are not stable");
        }
      }
      double took = System.nanoTime() - start;
      spent += took;
      samples[taken] = took / loops;
    }
    Arrays.sort(samples, 0, taken);
    return samples[taken / 2];
  }

  public static void main(String[] args) throws IOException {
    Main main = new Main(Path.of(args[1]), Path.of(args[2]));
    Run run = main.task(args[0]);
    int[] count = new int[1];
    double ns = measure(run, Integer.parseInt(args[3]), count) / main.units;
    System.out.printf(Locale.ROOT, "{\"ns\": %.6f, \"allowed\": %d, \"failed\": %d}%n", ns, count[0], main.failed);
  }
}
